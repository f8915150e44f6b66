import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { readConfig } from '../../service/config/config.ts';
import type { Context } from '../../service/core/context.ts';
import { createPulse } from '../../service/observability/pulse.ts';
import { openContext } from '../../service/runtime/openContext.ts';
import { createSignal } from '../../service/runtime/signal.ts';
import { startWorkers, usualPeriods } from '../../service/runtime/workers.ts';
import type { Store } from '../../service/store/database.ts';
import type { CallbackEvent } from '../../service/store/callbackEvent.ts';
import { openFolder, type TestDatabase } from './database.ts';
import { makeDue } from './runningDatabase.ts';
import { until } from './until.ts';

let context: Context;
let store: Store;
let database: TestDatabase;
let stop: () => Promise<void>;
const errors: string[] = [];

beforeAll(async () => {
  database = await openFolder();
  const onError = (error: unknown, doing: string) => errors.push(`${doing}: ${String(error)}`);
  const clock = () => new Date();
  ({ context, store } = await openContext(readConfig(database.environment), { clock, onError }));
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
  stop = await startWorkers(context, store.boss, {
    allowPrivateWebhooks: false,
    queueSignal: createSignal(),
    pulse: createPulse(),
    periods: usualPeriods,
    onError,
  });
});
afterAll(async () => {
  await stop();
  await store.close();
  await database.remove();
});

const storedRefs = async () => {
  const rows = await context.db.selectFrom('receipt').select('ref').orderBy('ref').execute();
  return rows.map(({ ref }) => ref);
};
const states = async () => {
  const { rows } = await sql<{ state: string; retry_count: number }>`
    select state::text, retry_count from pgboss.job where name = 'callback'
    order by data ->> 'receivedAt'`.execute(context.db);
  return rows;
};

it('only the callback that cannot be stored runs again, and the log says so', async () => {
  await until('the callback runs again', async () => {
    await makeDue(database.environment, 'callback', 60);
    return (await states())[1]!.retry_count >= 2;
  });
  const [good, poison, fine] = await states();
  expect([good!.state, fine!.state]).toEqual(['completed', 'completed']);
  expect(poison!.state).toMatch(/retry|active/);
  expect(await storedRefs()).toEqual(['fine', 'good']);
  expect(errors).toContain('storing receipts: error: The disk is full');
});

it('the callback is stored as soon as it can be', async () => {
  await sql`drop trigger refuse_receipt on receipt`.execute(context.db);
  await until('it is stored', async () => {
    await makeDue(database.environment, 'callback', 60);
    return (await storedRefs()).includes('poison');
  });
  expect(await storedRefs()).toEqual(['fine', 'good', 'poison']);
});
