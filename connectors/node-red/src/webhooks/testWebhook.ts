import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from '@textloom/shared/client';

const longestPauseMs = 60_000;

/**
 * Lets the service deliver a test event to a webhook. Returns why that failed, or undefined if it
 * did not.
 */
export async function testWebhook(
  client: Client,
  id: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { event_id } = await client.webhook.test({ id }, { signal });
  for (let pause = 1_000; ; pause = Math.min(2 * pause, longestPauseMs)) {
    await wait(pause, undefined, { signal, ref: false });
    const { data } = await client.webhook.deliveries({ id, limit: 100 }, { signal });
    const attempt = data.find((one) => one.event_id === event_id);
    if (attempt?.status === 'succeeded') return undefined;
    const { error, status_code } = attempt ?? {};
    if (attempt) return error ?? `The address responded with the status code ${status_code}`;
  }
}
