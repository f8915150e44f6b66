import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import type { CallbackEvent } from '../../../service/store/callbackEvent.ts';
import { openWorkers } from '../harness/openWorkers.ts';
import { makeDue } from '../harness/runningDatabase.ts';
import { until } from '../harness/until.ts';

let workers: Awaited<ReturnType<typeof openWorkers>>;

beforeAll(async () => {
  workers = await openWorkers();
  const { context } = workers;
  await sql`
    create function refuse_receipt() returns trigger language plpgsql as
    $$ begin raise exception 'The disk is full' using errcode = '53100'; end $$`.execute(
    context.db,
  );
  await sql`
    create trigger refuse_receipt before insert on receipt for each row
    when (new.ref = 'poison') execute function refuse_receipt()`.execute(context.db);
  // The jobs wait in the queue before the worker starts, so that one batch holds both.
  const job = (at: number, ref: string) => {
    const event: CallbackEvent = { kind: 'receipt', ref, outcome: 'delivered', code: 'delivered' };
    return { data: { carrier: 'acme', receivedAt: at, events: [event] } };
  };
  await context.db.transaction().execute(async (trx) => {
    await context.enqueue(trx, 'callback', [job(1, 'good'), job(2, 'poison'), job(3, 'fine')]);
  });
  await workers.start();
});
afterAll(() => workers.close());

const storedRefs = async () => {
  const rows = await workers.context.db
    .selectFrom('receipt')
    .select('ref')
    .orderBy('ref')
    .execute();
  return rows.map(({ ref }) => ref);
};
const states = async () => {
  const { rows } = await sql<{ state: string; retry_count: number }>`
    select state::text, retry_count from pgboss.job where name = 'callback'
    order by data ->> 'receivedAt'`.execute(workers.context.db);
  return rows;
};

it('only the callback that cannot be stored runs again, and the log says so', async () => {
  await until('the callback runs again', async () => {
    await makeDue(workers.environment, 'callback', 60);
    return (await states())[1]!.retry_count >= 2;
  });
  const [good, poison, fine] = await states();
  expect([good!.state, fine!.state]).toEqual(['completed', 'completed']);
  expect(poison!.state).toMatch(/retry|active/);
  expect(await storedRefs()).toEqual(['fine', 'good']);
  expect(workers.errors).toContain('storing receipts: error: The disk is full');
});

it('the callback is stored as soon as it can be', async () => {
  await sql`drop trigger refuse_receipt on receipt`.execute(workers.context.db);
  await until('it is stored', async () => {
    await makeDue(workers.environment, 'callback', 60);
    return (await storedRefs()).includes('poison');
  });
  expect(await storedRefs()).toEqual(['fine', 'good', 'poison']);
});
