import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { openWorkers } from '../harness/openWorkers.ts';
import { makeDue } from '../harness/runningDatabase.ts';
import { until } from '../harness/until.ts';

const waiting = '+13125550101';
const poison = '+13125550102';

let workers: Awaited<ReturnType<typeof openWorkers>>;

beforeAll(async () => {
  workers = await openWorkers();
  const { context } = workers;
  await sql`
    create function refuse_number() returns trigger language plpgsql as
    $$ begin raise exception 'The disk is full' using errcode = '53100'; end $$`.execute(
    context.db,
  );
  await sql`
    create trigger refuse_number before delete on leaving_number for each row
    when (old.number = ${sql.lit(poison)}) execute function refuse_number()`.execute(context.db);
  const row = { carrier: 'gone', created_at: new Date() };
  await context.db
    .insertInto('leaving_number')
    .values([
      { ...row, number: waiting, released_at: new Date() },
      { ...row, number: poison, released_at: new Date(0) },
    ])
    .execute();
  // The jobs wait in the queue before the worker starts, so that one batch holds both.
  await context.db.transaction().execute(async (trx) => {
    const jobs = [waiting, poison].map((releasedNumber) => ({ data: { releasedNumber } }));
    await context.enqueue(trx, 'number', jobs);
  });
  await workers.start();
});
afterAll(() => workers.close());

const readJobs = async (number: string) => {
  const { rows } = await sql<{ state: string; retry_count: number }>`
    select state::text, retry_count from pgboss.job
    where name = 'number' and data ->> 'releasedNumber' = ${number}
    order by created_on`.execute(workers.context.db);
  return rows;
};

it('a number that waits is looked at in one chain of jobs, even if another job fails', async () => {
  await until('the other job fails again', async () => {
    await makeDue(workers.environment, 'number', 60);
    return (await readJobs(poison))[0]!.retry_count >= 2;
  });
  const open = (await readJobs(waiting)).filter(({ state }) => state !== 'completed');
  expect(open).toEqual([{ state: 'created', retry_count: 0 }]);
  expect(workers.errors).toContain('providing numbers: error: The disk is full');
});
