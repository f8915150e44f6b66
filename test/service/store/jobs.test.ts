import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { sql } from 'kysely';
import { openQueues, type DueDelivery, type Enqueue } from '../../../service/store/jobs.ts';
import { openTestStore, type TestStore } from '../harness/openTestStore.ts';
import { until } from '../harness/until.ts';

// Fail soon instead of waiting forever.
jest.setTimeout(60_000);

const queue = 'deliver';

/** Tests jobs whose process has died or whose database was unavailable. */
describe('a job', () => {
  let store: TestStore;
  let enqueue: Enqueue;
  beforeAll(async () => {
    store = await openTestStore({ onError: () => undefined });
    enqueue = await openQueues(store.boss);
  });
  beforeEach(() => sql`delete from pgboss.job`.execute(store.db));
  afterAll(() => store.close());

  const add = (...names: string[]) =>
    store.db.transaction().execute((trx) =>
      enqueue(
        trx,
        queue,
        names.map((eventId) => ({ data: { deliveries: [createDue(eventId)] } })),
      ),
    );
  const createDue = (eventId: string): DueDelivery => ({
    deliveryId: `dlv_${eventId}`,
    accountId: 'acc_1',
    webhookId: 'whk_1',
    eventId,
    attempt: 1,
  });
  /** Claims jobs like a process that dies with them. */
  const take = async () => {
    const jobs = await store.boss.fetch<{ deliveries: DueDelivery[] }>(queue, { batchSize: 10 });
    return jobs.map(({ id, data }) => ({ id, name: data.deliveries[0]!.eventId }));
  };
  const getName = (id: string) => sql`data -> 'deliveries' -> 0 ->> 'eventId' = ${id}`;

  it('is reclaimed within seconds after its process stops sending heartbeats', async () => {
    await add('dead');
    expect(await take()).toMatchObject([{ name: 'dead' }]);
    await sql`
      update pgboss.job set heartbeat_on = heartbeat_on - interval '11 seconds'`.execute(store.db);
    expect(await until('the job is reclaimed', async () => (await take())[0])).toMatchObject({
      name: 'dead',
    });
  });

  it('stays with a process that sends heartbeats, even if it takes minutes', async () => {
    await add('slow', 'dead');
    expect(await take()).toHaveLength(2);
    await sql`
      update pgboss.job set started_on = started_on - interval '4 minutes'`.execute(store.db);
    // Two rounds make sure that the queue checks all jobs in every way between them.
    for (let round = 1; round <= 2; round++) {
      await sql`
        update pgboss.job set heartbeat_on = heartbeat_on - interval '1 minute'
        where ${getName('dead')}`.execute(store.db);
      const accepted = await until('one job is reclaimed', async () => {
        await sql`
          update pgboss.job set heartbeat_on = now() where ${getName('slow')}`.execute(store.db);
        const found = await take();
        return found.length > 0 && found;
      });
      expect(accepted).toMatchObject([{ name: 'dead' }]);
    }
  });

  it('is retried within half a minute, however often it has failed', async () => {
    await add('failing');
    const [job] = await take();
    await sql`update pgboss.job set retry_count = 1000`.execute(store.db);
    await store.boss.fail(queue, job!.id);
    const { rows } = await sql<{ state: string; seconds: number }>`
      select state, extract(epoch from start_after - now()) as seconds from pgboss.job`.execute(
      store.db,
    );
    expect(rows).toMatchObject([{ state: 'retry' }]);
    expect(rows[0]!.seconds).toBeLessThanOrEqual(30);
  });

  it('survives a month without the service', async () => {
    await add('kept', 'too old');
    const age = sql`interval '1 day' * (case when ${getName('kept')} then 30 else 60 end)`;
    await sql`
      update pgboss.job set created_on = created_on - ${age}, start_after = start_after - ${age},
        keep_until = keep_until - ${age}`.execute(store.db);
    // The queue drops old jobs once a day.
    await sql`update pgboss.queue set maintain_on = null`.execute(store.db);
    await until('one job is dropped', async () => {
      const { rows } = await sql`select id from pgboss.job`.execute(store.db);
      return rows.length < 2;
    });
    expect(await take()).toMatchObject([{ name: 'kept' }]);
  });
});
