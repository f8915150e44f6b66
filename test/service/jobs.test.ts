import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { sql } from 'kysely';
import { readConfig } from '../../service/config/config.ts';
import { openStore, type Store } from '../../service/store/database.ts';
import { openQueues, type DueDelivery, type Enqueue } from '../../service/store/jobs.ts';
import { openFolder, type TestDatabase } from './database.ts';
import { until } from './until.ts';

// What would wait for ever is to fail soon.
jest.setTimeout(60_000);

const queue = 'deliver';

/** What becomes of work whose process has died or whose database was away. */
describe('a job', () => {
  let database: TestDatabase;
  let store: Store;
  let enqueue: Enqueue;
  beforeAll(async () => {
    database = await openFolder();
    store = await openStore(readConfig(database.environment), () => undefined);
    enqueue = await openQueues(store.boss);
  });
  beforeEach(() => sql`delete from pgboss.job`.execute(store.db));
  afterAll(async () => {
    await store.boss.stop({ graceful: false });
    await store.close();
    await database.remove();
  });

  const add = (...names: string[]) =>
    store.db.transaction().execute((trx) =>
      enqueue(
        trx,
        queue,
        names.map((eventId) => ({ data: { deliveries: [dueOf(eventId)] } })),
      ),
    );
  const dueOf = (eventId: string): DueDelivery => ({
    deliveryId: `dlv_${eventId}`,
    accountId: 'acc_1',
    webhookId: 'whk_1',
    eventId,
    attempt: 1,
  });
  /** Takes jobs as a process does that dies with them. */
  const take = async () => {
    const jobs = await store.boss.fetch<{ deliveries: DueDelivery[] }>(queue, { batchSize: 10 });
    return jobs.map(({ id, data }) => ({ id, name: data.deliveries[0]!.eventId }));
  };
  const nameOf = (id: string) => sql`data -> 'deliveries' -> 0 ->> 'eventId' = ${id}`;

  it('is taken over within seconds once its process gives no sign of life', async () => {
    await add('dead');
    expect(await take()).toMatchObject([{ name: 'dead' }]);
    await sql`
      update pgboss.job set heartbeat_on = heartbeat_on - interval '11 seconds'`.execute(store.db);
    expect(await until('it is taken over', async () => (await take())[0])).toMatchObject({
      name: 'dead',
    });
  });

  it('stays with a process that gives signs of life, also where it takes minutes', async () => {
    await add('slow', 'dead');
    expect(await take()).toHaveLength(2);
    await sql`
      update pgboss.job set started_on = started_on - interval '4 minutes'`.execute(store.db);
    // Twice, so that between the two the queue has looked at all jobs in every way.
    for (let round = 1; round <= 2; round++) {
      await sql`
        update pgboss.job set heartbeat_on = heartbeat_on - interval '1 minute'
        where ${nameOf('dead')}`.execute(store.db);
      const taken = await until('one is taken over', async () => {
        await sql`
          update pgboss.job set heartbeat_on = now() where ${nameOf('slow')}`.execute(store.db);
        const found = await take();
        return found.length > 0 && found;
      });
      expect(taken).toMatchObject([{ name: 'dead' }]);
    }
  });

  it('is tried again within half a minute, however often it has failed', async () => {
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

  it('outlives a month in which the service is stopped', async () => {
    await add('kept', 'too old');
    const age = sql`interval '1 day' * (case when ${nameOf('kept')} then 30 else 60 end)`;
    await sql`
      update pgboss.job set created_on = created_on - ${age}, start_after = start_after - ${age},
        keep_until = keep_until - ${age}`.execute(store.db);
    // Once a day the queue drops what is too old.
    await sql`update pgboss.queue set maintain_on = null`.execute(store.db);
    await until('one is dropped', async () => {
      const { rows } = await sql`select id from pgboss.job`.execute(store.db);
      return rows.length < 2;
    });
    expect(await take()).toMatchObject([{ name: 'kept' }]);
  });
});
