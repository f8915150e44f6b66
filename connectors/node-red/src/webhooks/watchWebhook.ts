import { setTimeout as wait } from 'node:timers/promises';
import { noneIfMissing, type Client } from '@textloom/shared/client';

interface Watcher {
  /** Gets what happened to the webhook and what to do, once until the webhook delivers again. */
  readonly onEnd: (what: string) => void;
  readonly onReturn: () => void;
}

/**
 * Watches a webhook until the signal ends this. The service can disable the webhook, and people can
 * delete it, and neither reaches the node.
 */
export async function watchWebhook(
  client: Client,
  id: string,
  pauseMs: number,
  { onEnd, onReturn }: Watcher,
  signal: AbortSignal,
): Promise<never> {
  for (let hasEnded = false; ;) {
    await wait(pauseMs, undefined, { signal, ref: false });
    // Without a response, nobody knows.
    const end = await findEnd(client, id).catch(() => undefined);
    if (end !== undefined && !hasEnded) onEnd(end);
    if (end === undefined && hasEnded) onReturn();
    hasEnded = end !== undefined;
  }
}

/** Returns why a webhook delivers nothing anymore, or undefined if it delivers. */
async function findEnd(client: Client, id: string): Promise<string | undefined> {
  const found = await client.webhook.get({ id }).catch(noneIfMissing);
  if (found === undefined)
    return 'The webhook of this node was deleted, so no events arrive. To subscribe again, restart the flows.';
  if (found.status === 'enabled') return undefined;
  return `The service has disabled the webhook of this node, so no events arrive: ${found.disabled_reason ?? 'no reason is known'}. Correct the cause, then restart the flows.`;
}
