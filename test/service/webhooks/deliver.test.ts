import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import type { KyselyPlugin } from 'kysely';
import type { Context } from '../../../service/core/context.ts';
import { bringRetriesForward } from '../../../service/webhooks/bringRetriesForward.ts';
import { createDeliverer, type Deliverer } from '../../../service/webhooks/delivery/deliver.ts';
import { createResolveHost } from '../../../service/webhooks/delivery/resolveHost.ts';
import { createPost, type PostResponse } from '../../../service/webhooks/delivery/post.ts';
import { recordAttempts } from '../../../service/webhooks/delivery/recordAttempts.ts';
import { newId } from '../../../service/lib/ids.ts';
import {
  deliverJobs,
  newDelivery,
  type DueDelivery,
  type NewJob,
} from '../../../service/store/jobs.ts';
import { openNameServer } from '../harness/nameServer.ts';
import { openReceiver, type Hook, type Receiver } from '../harness/receiver.ts';
import { until } from '../harness/until.ts';
import { openTestContext } from '../harness/openTestContext.ts';

type DeliverJob = NewJob<'deliver'>;

/** Passes batches like the queue does, with a real database and real connections. */
describe('the deliverer', () => {
  let context: Context;
  let enqueue: Context['enqueue'];
  let close: () => Promise<void>;
  let accounts: readonly string[];
  let receiver: Receiver;
  let queued: DeliverJob[];
  let deliverer: Deliverer;
  let closePost: () => void;
  const hung: (() => void)[] = [];

  beforeAll(async () => {
    const opened = await openTestContext({ accounts: 30 });
    accounts = opened.accountIds;
    ({ enqueue } = opened.context);
    context = {
      ...opened.context,
      enqueue: (_, queue, jobs) => {
        if (queue === 'deliver') queued.push(...(jobs as readonly DeliverJob[]));
        return Promise.resolve();
      },
    };
    receiver = await openReceiver();
    close = async () => {
      await receiver.close();
      await opened.close();
    };
  });
  afterAll(() => close());

  const start = (resolveHost = createResolveHost()) => {
    const { post, close: closeNow } = createPost(true, resolveHost);
    closePost = closeNow;
    deliverer = createDeliverer(context, post, (error) => {
      throw error;
    });
  };
  beforeEach(() => {
    queued = [];
    start();
  });
  afterEach(async () => {
    for (const release of hung.splice(0)) release();
    await deliverer.idle();
    closePost();
  });

  const hang = (hook: Hook): Hook => {
    hook.response = (response) => hung.push(() => response.end());
    return hook;
  };
  const add = async (
    accountId: string,
    url: string,
    change: { expires_at?: Date; failing_since?: Date; events?: string; secret?: string } = {},
  ) => {
    const id = newId('whk');
    const now = new Date();
    await context.db
      .insertInto('webhook')
      .values({
        id,
        account_id: accountId,
        url,
        events: '["*"]',
        secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
        status: 'enabled',
        created_at: now,
        updated_at: now,
        ...change,
      })
      .execute();
    return { id, account_id: accountId };
  };
  /** Adds deliveries that are due, each of a separate event. */
  const due = async (
    webhooks: readonly { readonly id: string; readonly account_id: string }[],
    count = 1,
  ): Promise<DueDelivery[]> => {
    const made = webhooks.flatMap((webhook) =>
      Array.from({ length: count }, () => newDelivery(webhook, newId('evt'))),
    );
    await context.db
      .insertInto('event')
      .values(
        made.map(({ eventId, accountId }) => ({
          id: eventId,
          account_id: accountId,
          type: 'contact.created',
          body: JSON.stringify({ id: eventId }),
          created_at: new Date(),
        })),
      )
      .execute();
    return made;
  };
  /** Leaves a retry of a separate event for each webhook, which is due in an hour. */
  const addRetries = async (webhooks: Parameters<typeof due>[0]) => {
    const waiting = await due(webhooks);
    const jobs = waiting.flatMap((one) =>
      deliverJobs([one], 3_600).map((job) => ({ ...job, singletonKey: one.webhookId })),
    );
    await context.db.transaction().execute((trx) => enqueue(trx, 'deliver', jobs));
    return waiting.map(({ eventId }) => eventId);
  };
  /** Records attempts as one batch. Returns how many statements have read the queue. */
  const record = async (
    jobs: readonly DueDelivery[],
    urls: ReadonlyMap<string, string>,
    response: PostResponse,
  ) => {
    const ids = jobs.map(({ eventId }) => eventId);
    const events = await context.db
      .selectFrom('event')
      .selectAll()
      .where('id', 'in', ids)
      .execute();
    const attempts = jobs.map((job, at) => ({
      ...{ job, event: events[at]!, url: urls.get(job.webhookId)! },
      ...{ startedAt: new Date(), response },
    }));
    let looks = 0;
    const plugin: KyselyPlugin = {
      transformQuery: ({ node }) => {
        if (JSON.stringify(node).includes('pgboss.job')) looks++;
        return node;
      },
      transformResult: ({ result }) => Promise.resolve(result),
    };
    await context.db
      .transaction()
      .execute((trx) => recordAttempts(context, trx.withPlugin(plugin), attempts));
    return looks;
  };
  const queuedDeliveries = () => queued.flatMap(({ data }) => data.deliveries);
  /** Returns the jobs except backups, which a busy machine queues for unfinished attempts. */
  const queuedAgain = () => queued.filter(({ startAfter }) => startAfter !== 60);
  /** Delivers, and waits for the responses. A batch on a busy machine can end before them. */
  const deliverAndWait = async (jobs: readonly DueDelivery[]) => {
    await deliverer.deliver(jobs);
    await deliverer.idle();
  };

  it('brings waiting retries forward in the order of their events', async () => {
    const webhook = await add(accounts[0]!, receiver.hook().url);
    const waiting = await due([webhook], 5);
    const [first, second, third, fourth, fifth] = waiting;
    const hour = 3_600;
    await context.db.transaction().execute(async (trx) => {
      for (const some of [[fourth!, second!], [fifth!], [third!, first!]])
        await enqueue(
          trx,
          'deliver',
          deliverJobs(some, hour).map((job) => ({ ...job, singletonKey: webhook.id })),
        );
      await bringRetriesForward(context, trx, [webhook]);
    });
    const ids = waiting.map(({ eventId }) => eventId);
    expect(queuedDeliveries().map(({ eventId }) => eventId)).toEqual(ids);
  });

  it('starts about a hundred waiting retries, even if each job has many', async () => {
    const webhook = await add(accounts[0]!, receiver.hook().url);
    const jobs = deliverJobs(await due([webhook], 500), 3_600);
    await context.db.transaction().execute(async (trx) => {
      const own = jobs.map((job) => ({ ...job, singletonKey: webhook.id }));
      await enqueue(trx, 'deliver', own);
      await bringRetriesForward(context, trx, [webhook]);
    });
    expect(queuedDeliveries()).toHaveLength(100);
  });

  it('starts what waits for hundreds of webhooks of a server that is back, after one look', async () => {
    const failing_since = new Date(Date.now() - 60_000);
    const urls = new Map<string, string>();
    const webhooks: Awaited<ReturnType<typeof add>>[] = [];
    for (let at = 0; at < 300; at++) {
      const { url } = receiver.hook();
      const webhook = await add(accounts[0]!, url, { failing_since });
      urls.set(webhook.id, url);
      webhooks.push(webhook);
    }
    const stranger = await add(accounts[1]!, receiver.hook().url, { failing_since });
    await addRetries([stranger]);
    const waiting = await addRetries(webhooks);
    const response = { status: 204, text: '', error: null, retryAfterMs: undefined };
    const looks = await record(await due(webhooks.slice(0, 130)), urls, response);
    expect(queuedDeliveries().map(({ eventId }) => eventId)).toEqual(waiting);
    expect(looks).toBe(1);
  });

  it('makes and queues no attempt if the webhook was disabled after the attempt was queued', async () => {
    const hook = receiver.hook();
    const webhook = await add(accounts[0]!, hook.url);
    const jobs = await due([webhook]);
    await context.db
      .updateTable('webhook')
      .set({ status: 'disabled' })
      .where('id', '=', webhook.id)
      .execute();
    await deliverer.deliver(jobs);
    expect(hook.deliveries).toEqual([]);
    expect(queued).toEqual([]);
  });

  it('makes and queues no attempt if the webhook was deleted meanwhile', async () => {
    const [hook, slow] = [receiver.hook(), receiver.hook()];
    const webhooks = [await add(accounts[0]!, hook.url), await add(accounts[0]!, slow.url)];
    const remove = (id: string) => context.db.deleteFrom('webhook').where('id', '=', id).execute();
    slow.response = (response) =>
      void remove(webhooks[1]!.id).then(() => response.writeHead(500).end());
    const jobs = await due(webhooks);
    await remove(webhooks[0]!.id);
    await deliverAndWait(jobs);
    expect(hook.deliveries).toEqual([]);
    expect(slow.deliveries).toHaveLength(1);
    const ids = webhooks.map(({ id }) => id);
    const left = context.db.selectFrom('delivery').select('id').where('webhook_id', 'in', ids);
    expect(await left.execute()).toEqual([]);
    // A busy machine queues a backup of the first attempt in case the process dies before the
    // response.
    const another = ({ webhookId, attempt }: DueDelivery) =>
      webhookId !== webhooks[1]!.id || attempt > 1;
    expect(queuedDeliveries().filter(another)).toEqual([]);
  });

  it('queues no retry if the webhook is disabled while its receiver responds', async () => {
    const hook = receiver.hook();
    const webhook = await add(accounts[0]!, hook.url);
    hook.response = (response) =>
      void context.db
        .updateTable('webhook')
        .set({ status: 'disabled' })
        .where('id', '=', webhook.id)
        .execute()
        .then(() => response.writeHead(500).end());
    await deliverAndWait(await due([webhook]));
    expect(hook.deliveries).toHaveLength(1);
    expect(queuedAgain()).toEqual([]);
  });

  describe('if the receiver responds with 410 after', () => {
    /** Changes the webhook while its receiver responds, and returns its status afterward. */
    const respondAfter = async (change: () => { url?: string; updated_at?: Date }) => {
      const hook = receiver.hook();
      const { id, account_id } = await add(accounts[0]!, hook.url);
      hook.response = (response) =>
        void sleep(5)
          .then(() =>
            context.db
              .updateTable('webhook')
              .set({ status: 'enabled', ...change() })
              .where('id', '=', id)
              .execute(),
          )
          .then(() => response.writeHead(410).end());
      await deliverAndWait(await due([{ id, account_id }]));
      return context.db
        .selectFrom('webhook')
        .select(['status', 'failing_since'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
    };
    const kept = { status: 'enabled', failing_since: null };

    it('the webhook got another URL, keeps the webhook and repeats the delivery', async () => {
      expect(await respondAfter(() => ({ url: receiver.hook().url }))).toEqual(kept);
      expect(queuedDeliveries()).toContainEqual(expect.objectContaining({ attempt: 2 }));
    });

    it('somebody enabled the webhook again, keeps the webhook', async () => {
      expect(await respondAfter(() => ({ updated_at: new Date() }))).toEqual(kept);
    });

    it('no change, disables the webhook', async () => {
      expect(await respondAfter(() => ({}))).toMatchObject({ status: 'disabled' });
    });
  });

  it('makes no attempt for a webhook that has expired', async () => {
    const hook = receiver.hook();
    const expires_at = new Date(Date.now() - 1);
    const webhook = await add(accounts[0]!, hook.url, { expires_at, events: '["contact.*"]' });
    await deliverer.deliver(await due([webhook]));
    expect(hook.deliveries).toEqual([]);
  });

  it('makes no attempt for an event that the webhook no longer asks for', async () => {
    const hook = receiver.hook();
    const webhook = await add(accounts[0]!, hook.url, { events: '["message.*"]' });
    await deliverer.deliver(await due([webhook]));
    expect(hook.deliveries).toEqual([]);
    expect(queued).toEqual([]);
  });

  it('makes no attempt to deliver an event to a webhook of another account', async () => {
    const hook = receiver.hook();
    const [own, other] = [
      await add(accounts[0]!, receiver.hook().url),
      await add(accounts[1]!, hook.url),
    ];
    const [job] = await due([own]);
    await deliverer.deliver([{ ...job!, webhookId: other.id }]);
    expect(hook.deliveries).toEqual([]);
  });

  it('delivers what waits to a webhook that has expired and asks for no more events', async () => {
    const hook = receiver.hook();
    const webhook = await add(accounts[0]!, hook.url, { events: '[]' });
    await deliverAndWait(await due([webhook]));
    expect(hook.deliveries).toHaveLength(1);
  });

  it('delivers what happened just before it expired to a webhook that asks for its expiry', async () => {
    const hook = receiver.hook();
    const events = '["contact.*", "webhook.expired"]';
    const webhook = await add(accounts[0]!, hook.url, { expires_at: new Date(), events });
    await deliverAndWait(await due([webhook]));
    expect(hook.deliveries).toHaveLength(1);
  });

  it('makes an attempt once, even if a crash leaves its job in the queue', async () => {
    const hook = receiver.hook();
    const jobs = await due([await add(accounts[0]!, hook.url)]);
    await deliverAndWait(jobs);
    await deliverAndWait(jobs);
    expect(hook.deliveries).toHaveLength(1);
  });

  it('queues the retry of a failed attempt for the same account', async () => {
    const hook = receiver.hook();
    hook.response = (response) => response.writeHead(500).end();
    const [job] = await due([await add(accounts[0]!, hook.url)]);
    await deliverAndWait([job!]);
    const again = queuedAgain();
    expect(again).toMatchObject([
      { data: { deliveries: [{ ...job, deliveryId: expect.any(String), attempt: 2 }] } },
    ]);
    expect(again[0]!.data.deliveries[0]!.deliveryId).not.toBe(job!.deliveryId);
    expect(again[0]!.group).toEqual({ id: accounts[0] });
  });

  it('queues the retries of up to 50 failed attempts as one job', async () => {
    const hook = receiver.hook();
    hook.response = (response) => response.writeHead(500).end();
    const webhook = await add(accounts[0]!, hook.url);
    const jobs = await due([webhook], 60);
    const response = { status: 500, text: '', error: null, retryAfterMs: undefined };
    await record(jobs, new Map([[webhook.id, hook.url]]), response);
    expect(queued.map(({ data }) => data.deliveries.length)).toEqual([50, 10]);
    expect(new Set(queued.map(({ startAfter }) => String(startAfter))).size).toBe(1);
    expect(queued.map(({ singletonKey }) => singletonKey)).toEqual([webhook.id, webhook.id]);
    expect(queuedDeliveries().map(({ eventId }) => eventId)).toEqual(
      jobs.map(({ eventId }) => eventId),
    );
  });

  it('queues few jobs for the retries of attempts that time out at the same time', async () => {
    const hook = receiver.hook();
    const responses: (() => void)[] = [];
    hook.response = (response) => responses.push(() => response.writeHead(500).end());
    await deliverer.deliver(await due([await add(accounts[28]!, hook.url)], 20));
    await until('the receiver gets all requests', () => responses.length === 20);
    for (const respond of responses) respond();
    await deliverer.idle();
    const retries = queued.filter(({ data }) => data.deliveries[0]!.attempt === 2);
    expect(retries.flatMap(({ data }) => data.deliveries)).toHaveLength(20);
    expect(retries.length).toBeLessThan(20);
  });

  it('makes the other attempts of a batch even if one cannot be signed', async () => {
    const [hook, damaged] = [receiver.hook(), receiver.hook()];
    const { id, account_id } = await add(accounts[0]!, damaged.url, { secret: 'whsec_AAAA' });
    const webhook = await add(accounts[0]!, hook.url);
    const errors: unknown[] = [];
    const { post, close } = createPost(true);
    deliverer = createDeliverer(context, post, (error) => errors.push(error));
    await deliverAndWait(await due([{ id, account_id }, webhook]));
    close();
    expect(hook.deliveries).toHaveLength(1);
    expect(damaged.deliveries).toHaveLength(0);
    expect(errors).toEqual([expect.any(RangeError)]);
    const log = context.db.selectFrom('delivery').select('error').where('webhook_id', '=', id);
    expect(await log.execute()).toEqual([{ error: expect.stringContaining('secret') }]);
  });

  it('plans one retry if two processes make the same attempt, because one of them stalled', async () => {
    const hook = receiver.hook();
    const responses: (() => void)[] = [];
    hook.response = (response) => responses.push(() => response.writeHead(500).end());
    const jobs = await due([await add(accounts[28]!, hook.url)]);
    const both = [deliverer.deliver(jobs), deliverer.deliver(jobs)];
    await until('the receiver gets both requests', () => responses.length === 2);
    for (const respond of responses) respond();
    await Promise.all(both);
    await deliverer.idle();
    expect(queuedDeliveries().filter(({ attempt }) => attempt === 2)).toHaveLength(1);
  });

  it('waits for a hung receiver in the background, with a backup job in case the process dies', async () => {
    const hook = hang(receiver.hook());
    const jobs = await due([await add(accounts[0]!, hook.url)]);
    await deliverer.deliver(jobs);
    expect(queued).toMatchObject([{ data: { deliveries: jobs }, startAfter: 60 }]);
    await until('the receiver gets the request', () => hung.length === 1);
  });

  it('keeps at most 32 deliveries per webhook and 64 per host open for an account', async () => {
    const [webhooks, hooks] = await manyHung(accounts[1]!, 100);
    const first = deliverer.deliver(await due(webhooks.slice(0, 1), 100));
    await until('the first webhook uses its slots', () => hung.length >= 32);
    await deliverer.deliver(await due(webhooks, 5));
    await first;
    await until('the other webhooks use their slots', () => hung.length >= 60);
    expect(hooks[0]!.deliveries.length).toBeLessThanOrEqual(32);
    expect(hung.length).toBeLessThanOrEqual(64);
  });

  const manyHung = async (accountId: string, count: number) => {
    const hooks = Array.from({ length: count }, () => hang(receiver.hook()));
    const webhooks = [];
    for (const { url } of hooks) webhooks.push(await add(accountId, url));
    return [webhooks, hooks] as const;
  };

  it('finds a slot for a webhook whose account has many hung webhooks, and for other accounts', async () => {
    const [webhooks] = await manyHung(accounts[2]!, 100);
    await deliverer.deliver(await due(webhooks, 10));
    const [own, other] = [receiver.hook(), receiver.hook()];
    // The same receiver under another name counts as another host with separate slots.
    const url = own.url.replace('127.0.0.1', 'localhost');
    const [ownWebhook, otherWebhook] = [
      await add(accounts[2]!, url),
      await add(accounts[3]!, other.url),
    ];
    await deliverer.deliver(await due([...webhooks, ownWebhook, otherWebhook], 5));
    // A batch on a busy machine can end before the responses.
    await until('both get their deliveries', () =>
      [own, other].every(({ deliveries }) => deliveries.length === 5),
    );
    expect(hung.length).toBeLessThanOrEqual(64);
  });

  it('finds a slot for a webhook next to a few that hang at the same host', async () => {
    const [webhooks] = await manyHung(accounts[27]!, 4);
    await deliverer.deliver(await due(webhooks, 100));
    const hook = receiver.hook();
    // These start together. Others would wait, and a batch on a busy machine can end first.
    await deliverer.deliver(await due([await add(accounts[27]!, hook.url)], 2));
    await until('it gets its deliveries', () => hook.deliveries.length === 2);
  });

  it('requeues deliveries without a slot gradually, and for the same account', async () => {
    const [webhooks] = await manyHung(accounts[4]!, 40);
    const all = await due(webhooks, 20);
    await deliverer.deliver(all.slice(0, 400));
    await deliverer.deliver(all.slice(400));
    // The others have a backup job.
    expect(queuedDeliveries()).toHaveLength(800);
    const back = queuedAgain();
    const count = back.flatMap(({ data }) => data.deliveries).length;
    expect(count).toBeGreaterThanOrEqual(800 - 64);
    const times = back.map(({ startAfter }) => startAfter as number);
    // The limit is 50 per second across batches.
    expect(Math.max(...times)).toBeGreaterThanOrEqual(count / 50 - 1);
    expect(back.every(({ group }) => group?.id === accounts[4])).toBe(true);
  });

  it('requeues 50 deliveries without a slot per second, even if each batch has only a few', async () => {
    const webhook = await add(accounts[29]!, hang(receiver.hook()).url);
    await deliverer.deliver(await due([webhook], 32));
    for (let batch = 0; batch < 10; batch++) await deliverer.deliver(await due([webhook], 5));
    const back = queuedAgain();
    expect(back.flatMap(({ data }) => data.deliveries)).toHaveLength(50);
    const times = back.map(({ startAfter }) => startAfter as number);
    expect(Math.max(...times)).toBeLessThanOrEqual(2);
  });

  it('delivers everything that is due to a responsive webhook', async () => {
    const hook = receiver.hook();
    const jobs = await due([await add(accounts[5]!, hook.url)], 200);
    for (let left: readonly DueDelivery[] = jobs; left.length > 0;) {
      queued = [];
      await deliverAndWait(left);
      left = queuedAgain().flatMap(({ data }) => data.deliveries);
    }
    expect(new Set(hook.deliveries.map(({ event }) => event.id)).size).toBe(200);
    expect(hook.deliveries).toHaveLength(200);
  });

  it('delivers to a webhook while the names of 20 webhooks of other accounts do not resolve', async () => {
    const names = await openNameServer({
      silent: 'silent',
      addresses: { 'receiver.example.com': ['127.0.0.1'] },
    });
    start(createResolveHost({ servers: [names.address] }));
    const silent = await Promise.all(
      accounts.slice(6, 26).map((id, at) => add(id, `http://silent-${at}.example.com/`)),
    );
    const hook = receiver.hook();
    const url = hook.url.replace('127.0.0.1', 'receiver.example.com');
    const webhook = await add(accounts[26]!, url);
    await deliverer.deliver(await due(silent, 5));
    await until('all names are looked up', () => names.questions.length >= 20);
    await deliverer.deliver(await due([webhook]));
    await until('the webhook gets its delivery', () => hook.deliveries.length === 1);
    const written = () =>
      context.db
        .selectFrom('delivery')
        .selectAll()
        .where('webhook_id', '=', silent[0]!.id)
        .execute();
    expect(await written()).toEqual([]);
    await deliverer.idle();
    const log = await written();
    expect(log).toHaveLength(5);
    expect(log[0]).toMatchObject({
      status_code: null,
      error: 'The hostname could not be looked up',
    });
    await names.close();
  });
});
