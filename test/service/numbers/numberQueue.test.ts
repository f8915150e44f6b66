import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { readConfig } from '../../../service/config/config.ts';
import type { Context } from '../../../service/core/context.ts';
import { createPulse } from '../../../service/observability/pulse.ts';
import { openContext } from '../../../service/runtime/openContext.ts';
import { createSignal } from '../../../service/runtime/signal.ts';
import { startWorkers, usualPeriods } from '../../../service/runtime/workers.ts';
import type { Store } from '../../../service/store/database.ts';
import { openFolder, type TestDatabase } from '../database.ts';
import { makeDue } from '../runningDatabase.ts';
import { until } from '../until.ts';

const waiting = '+13125550101';
const poison = '+13125550102';

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
    create function refuse_number() returns trigger language plpgsql as
    $$ begin raise exception 'The disk is full' using errcode = '53100'; end $$`.execute(
    context.db,
  );
  await sql`
    create trigger refuse_number before delete on leaving_number for each row
    when (old.number = ${sql.lit(poison)}) execute function refuse_number()`.execute(context.db);
  const row = { carrier: 'gone', created_at: clock() };
  await context.db
    .insertInto('leaving_number')
    .values([
      { ...row, number: waiting, released_at: clock() },
      { ...row, number: poison, released_at: new Date(0) },
    ])
    .execute();
  // The jobs wait in the queue before the worker starts, so that one batch holds both.
  await context.db.transaction().execute(async (trx) => {
    const jobs = [waiting, poison].map((releasedNumber) => ({ data: { releasedNumber } }));
    await context.enqueue(trx, 'number', jobs);
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

const readJobs = async (number: string) => {
  const { rows } = await sql<{ state: string; retry_count: number }>`
    select state::text, retry_count from pgboss.job
    where name = 'number' and data ->> 'releasedNumber' = ${number}
    order by created_on`.execute(context.db);
  return rows;
};

it('a number that waits is looked at in one chain of jobs, even if another job fails', async () => {
  await until('the other job fails again', async () => {
    await makeDue(database.environment, 'number', 60);
    return (await readJobs(poison))[0]!.retry_count >= 2;
  });
  const open = (await readJobs(waiting)).filter(({ state }) => state !== 'completed');
  expect(open).toEqual([{ state: 'created', retry_count: 0 }]);
  expect(errors).toContain('providing numbers: error: The disk is full');
});
