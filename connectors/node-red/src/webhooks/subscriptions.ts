import type { EventEmitter } from 'node:events';
import { noneIfMissing, type Client } from '@textloom/shared/client';
import { createExclusively } from '@textloom/shared/connector/exclusively';

interface Subscription {
  readonly nodeId: string;
  readonly client: Client;
  readonly url: string;
  /** The ID of the webhook, if this process created it. */
  readonly id?: string;
}

export interface Subscriptions {
  /** Marks a node as running. Returns a function that ends this. */
  readonly run: (nodeId: string) => () => void;
  readonly runs: (nodeId: string) => boolean;
  /** Remembers a subscription until it ends, and ends the one that it replaces. */
  readonly hold: (key: string, subscription: Subscription) => void;
  /**
   * Holds a subscription and creates its webhook, after an earlier creation for the key. Its end waits
   * for this, so do not interrupt the request: the service may create the webhook anyway.
   *
   * @param request returns the ID of the webhook, or undefined if the node does not want it anymore
   */
  readonly create: (
    key: string,
    subscription: Subscription,
    request: () => Promise<string | undefined>,
  ) => Promise<string | undefined>;
  readonly end: (key: string) => Promise<void>;
  /** Returns false after a subscription has ended. */
  readonly holds: (key: string) => boolean;
}

/**
 * Remembers the subscriptions of this Node-RED. After a deployment, it ends those of nodes that no
 * longer run. A node cannot do that when it closes, because Node-RED does not tell a node in a subflow
 * whether it starts again.
 *
 * @param events the events of Node-RED
 */
export function createSubscriptions(
  events: EventEmitter,
  warn: (what: string) => void,
): Subscriptions {
  const held = new Map<string, Subscription>();
  const running = new Set<string>();
  const exclusively = createExclusively();

  const warnAbout = (error: unknown) =>
    warn(`Textloom could not end a subscription: ${(error as Error).message}`);
  const hold: Subscriptions['hold'] = (key, subscription) => {
    const before = held.get(key);
    // The service may still have this webhook, and its ID is known.
    const isKnown = before?.id !== undefined && before.url === subscription.url;
    if (isKnown && subscription.id === undefined) return;
    held.set(key, subscription);
    // The address or the account of the node has changed.
    if (before && isOther(before, subscription)) deleteWebhook(before).catch(warnAbout);
  };
  const end = (key: string) =>
    exclusively(key, async () => {
      const subscription = held.get(key);
      if (!subscription) return;
      await deleteWebhook(subscription);
      if (held.get(key) === subscription) held.delete(key);
    });
  events.on('flows:started', () => {
    for (const [key, { nodeId }] of held)
      // After a failure, the next deployment tries again.
      if (!running.has(nodeId)) end(key).catch(warnAbout);
  });
  return {
    run: (nodeId) => {
      running.add(nodeId);
      return () => void running.delete(nodeId);
    },
    runs: (nodeId) => running.has(nodeId),
    hold,
    create: (key, subscription, request) => {
      hold(key, subscription);
      return exclusively(key, async () => {
        const id = await request();
        if (id !== undefined) hold(key, { ...subscription, id });
        return id;
      });
    },
    end,
    holds: (key) => held.has(key),
  };
}

const isOther = (before: Subscription, { url, id }: Subscription): boolean =>
  before.url !== url || (before.id !== undefined && before.id !== id);

/** Deletes a webhook unless it has ended already. */
export async function deleteWebhook({
  client,
  url,
  id,
}: Omit<Subscription, 'nodeId'>): Promise<void> {
  const webhookId = id ?? (await findWebhook(client, url));
  if (webhookId === undefined) return;
  await client.webhook.delete({ id: webhookId }).catch(noneIfMissing);
}

/** Returns the ID of the webhook with a URL, or undefined if there is none. */
export const findWebhook = async (
  client: Client,
  url: string,
  signal?: AbortSignal,
): Promise<string | undefined> =>
  (await client.webhook.list({ url }, { ...(signal && { signal }) })).data[0]?.id;
