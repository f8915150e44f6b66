import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from '@textloom/shared/client';
import { cannotDeliver } from '../connection/errors.ts';
import { nextPause } from './persist.ts';

/** Another test would have the same outcome. */
export const rejected =
  'Node-RED rejects the events of the service. Correct the clocks of both machines, and remove httpNodeAuth from settings.js.';

/**
 * Lets the service deliver a test event to a webhook. Returns what is wrong and what to do, or
 * undefined if the event arrived.
 */
export async function testWebhook(
  client: Client,
  id: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { event_id } = await client.webhook.test({ id }, { signal });
  for (let pause = 200; ; pause = nextPause(pause)) {
    await wait(pause, undefined, { signal, ref: false });
    const { data } = await client.webhook.deliveries({ id, limit: 100 }, { signal });
    const attempt = data.find((one) => one.event_id === event_id);
    if (!attempt) continue;
    const { status, status_code, error } = attempt;
    if (status === 'succeeded') return undefined;
    if (status_code === 401) return rejected;
    return cannotDeliver(error ?? `The address responded with the status code ${status_code}`);
  }
}
