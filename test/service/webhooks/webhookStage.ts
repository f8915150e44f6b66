import { afterEach } from '@jest/globals';
import type { Input, contract } from '@textloom/shared/contract';
import { deriveWebhookSecret } from '@textloom/shared/webhooks';
import { handset, type Account, type Harness } from '../harness/harness.ts';
import type { Hook } from '../harness/receiver.ts';
import { until } from '../harness/until.ts';

type NewWebhook = Input<(typeof contract)['webhook']['create']>;

export const day = 86_400_000;
export const secret = deriveWebhookSecret('key', 'url');

/** Returns what the suites of webhooks have in common. Deletes their webhooks after each test. */
export function setWebhookStage(harness: () => Harness, account: () => Account) {
  const made: string[] = [];
  afterEach(async () => {
    harness().setAhead(0);
    for (const id of made.splice(0))
      await account()
        .client.webhook.delete({ id })
        .catch(() => undefined);
  });

  const subscribe = async (hook: Hook, change: Partial<NewWebhook> = {}) => {
    const webhook = await account().client.webhook.create({
      url: hook.url,
      events: ['*'],
      ...change,
    });
    made.push(webhook.id);
    return webhook;
  };
  const send = (to = handset(1, 707), purpose: 'notification' | 'otp' = 'notification') =>
    account().client.message.send({ to, text: 'Hi', purpose });
  const delivered = (hook: Hook, count: number, seconds = 55) =>
    until(`${count} deliveries have arrived`, () => hook.deliveries.length >= count, seconds);
  /**
   * Starts second attempts before they are due, and waits until `count` attempts are logged. Until
   * an attempt is logged, nothing can bring the next one forward.
   */
  const retried = (id: string, count: number) =>
    until(`${count} attempts are logged`, async () => {
      await harness().makeDue('deliver');
      return (await readDeliveries(id)).length >= count;
    });
  /** Waits until the service has stored a number of attempts, and planned what follows them. */
  const logged = (id: string, count: number) =>
    until(`${count} attempts are logged`, async () => {
      const { rows } = await harness().query(
        `select from delivery where webhook_id = '${id}' limit ${count}`,
      );
      return rows.length === count;
    });
  /** Counts the deliveries that would arrive soon, such as the retries that are brought forward. */
  const countSoon = async (id: string) => {
    const { rows } = await harness().query(`
      select from pgboss.job where name = 'deliver' and state < 'active'
        -- A delivery in progress has a job that would repeat it after 60 seconds.
        and start_after < now() + interval '30 seconds' and data::text like '%"${id}"%'`);
    return rows.length;
  };
  const listTypes = (hook: Hook) => hook.deliveries.map(({ event }) => event.type);
  /**
   * Returns the types of everything that a webhook has received. Waits for `count` events, and for
   * a test event that only this webhook gets, after all others have happened.
   */
  const typesInTheEnd = async (id: string, hook: Hook, count: number) => {
    const { event_id } = await account().client.webhook.test({ id });
    await until('the test event has arrived', () =>
      hook.deliveries.some(({ event }) => event.id === event_id),
    );
    await delivered(hook, count + 1);
    return hook.deliveries
      .filter(({ event }) => event.id !== event_id)
      .map(({ event }) => event.type)
      .sort();
  };
  const readDeliveries = async (id: string) =>
    (await account().client.webhook.deliveries({ id, limit: 100 })).data;
  /** Requests a test delivery, and waits until its first attempt is logged. */
  const tried = async (id: string, { client } = account()) => {
    const { event_id } = await client.webhook.test({ id });
    await until('the attempt is logged', async () =>
      (await client.webhook.deliveries({ id, limit: 100 })).data.some(
        (delivery) => delivery.event_id === event_id,
      ),
    );
    return event_id;
  };
  /** Starts the attempt that a webhook has planned, however late that is, and waits for its log. */
  const triedAgain = async (id: string) => {
    const { length } = await readDeliveries(id);
    await harness().makeDue('deliver', 30 * 86_400);
    await until(
      'another attempt is logged',
      async () => (await readDeliveries(id)).length > length,
    );
  };
  const responding = (status: number) => {
    const hook = harness().receiver.hook();
    hook.response = (response) => response.writeHead(status).end();
    return hook;
  };
  const get = (id: string) => account().client.webhook.get({ id });
  return {
    made,
    subscribe,
    send,
    delivered,
    retried,
    logged,
    countSoon,
    listTypes,
    typesInTheEnd,
    readDeliveries,
    tried,
    triedAgain,
    responding,
    get,
  };
}
