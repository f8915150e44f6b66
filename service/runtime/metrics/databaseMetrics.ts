import { sql } from 'kysely';
import { Gauge, Registry } from 'prom-client';
import type { Context } from '../../core/context.ts';
import { readOldestDue } from './readOldestDue.ts';
import { inTime } from '../../lib/inTime.ts';
import type { Health } from '../../observability/health.ts';
import { queues } from '../../store/jobs.ts';

/**
 * How many messages, and how many jobs of a queue, to count. A scrape therefore costs the same,
 * however much waits.
 */
const maxCount = 50_000;
/** Prometheus gives a scrape 10 seconds by default, and the check of the database can take 3. */
const readMs = 5_000;

/**
 * Reads the waiting work from the database. Every process reports the same values, so use their
 * maximum, not their sum.
 */
export function databaseMetrics(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { checkDatabase }: Pick<Health, 'checkDatabase'>,
): () => Promise<string> {
  const [state, work] = [new Registry(), new Registry()];
  const gauge = <L extends string>(
    registry: Registry,
    name: string,
    help: string,
    ...labelNames: L[]
  ) => new Gauge({ name: `textloom_${name}`, help, labelNames, registers: [registry] });
  const up = gauge(state, 'database_up', 'Whether the database accepts changes');
  const open = gauge(
    work,
    'messages_open',
    `Messages that are not final, up to ${maxCount} in all`,
    'status',
  );
  const oldestMessage = gauge(
    work,
    'oldest_waiting_message_seconds',
    'How long the oldest waiting message has been due, not counting quiet hours',
  );
  const jobs = gauge(
    work,
    'jobs',
    `Jobs that are waiting, scheduled for later, or active, up to ${maxCount} of each`,
    'queue',
    'state',
  );
  const oldestDelivery = gauge(
    work,
    'oldest_waiting_delivery_seconds',
    'How long the oldest waiting delivery to a webhook has been due',
  );
  const failing = gauge(work, 'webhooks_failing', 'Enabled webhooks whose last delivery failed');
  const failingSeconds = gauge(
    work,
    'webhook_failing_seconds',
    'How long the webhook that has failed for longest has accepted no delivery',
  );

  const read = async () => {
    const now = clock();
    const secondsSince = (at: Date | null | undefined) =>
      at ? Math.max(0, now.getTime() - at.getTime()) / 1000 : 0;
    const since = await readOldestDue(db, now);
    const { rows: messages } = await countOpen.execute(db);
    const { rows: queued } = await countJobs.execute(db);
    const { rows: due } = await findOldestDelivery.execute(db);
    const { rows: webhooks } = await findFailing.execute(db);
    open.reset();
    for (const { status, count } of messages) open.set({ status }, count);
    oldestMessage.set(secondsSince(since));
    jobs.reset();
    for (const { count, ...labels } of queued) if (count > 0) jobs.set(labels, count);
    oldestDelivery.set(Math.max(0, due[0]?.seconds ?? 0));
    failing.set(webhooks[0]?.count ?? 0);
    failingSeconds.set(secondsSince(webhooks[0]?.since));
  };

  return async () => {
    up.set((await checkDatabase()) === undefined ? 1 : 0);
    // Without the database, nobody knows these values, and each question would wait for it.
    if ((await up.get()).values[0]?.value !== 1) return state.metrics();
    try {
      await inTime(readMs, read());
    } catch {
      return state.metrics();
    }
    return `${await state.metrics()}\n${await work.metrics()}`;
  };
}

/** The order makes the database use the index of these messages, which needs no statistics. */
const countOpen = sql<{ status: string; count: number }>`
  select status, count(*)::int as count from (
    select status from message where final_at is null order by expires_at limit ${maxCount}
  ) as open
  group by status`;

/** The jobs of an index of the queue, which has them in this order for each state. */
const jobsIn = (state: 'created' | 'retry' | 'active') => sql`
  select start_after from pgboss.job
  where name = queue.name and state = ${sql.lit(state)}
  order by blocked, start_after limit ${maxCount}`;

const countJobs = sql<{ queue: string; state: string; count: number }>`
  select queue.name as queue, counted.state, sum(counted.count)::int as count
  from unnest(${queues}::text[]) as queue(name)
  cross join lateral (
    select case when start_after <= now() then 'waiting' else 'later' end as state, count(*)
    from ((${jobsIn('created')}) union all (${jobsIn('retry')})) as job group by 1
    union all
    select 'active', count(*) from (${jobsIn('active')}) as job
  ) as counted
  group by 1, 2`;

const firstDelivery = (state: 'created' | 'retry') => sql`
  select start_after from pgboss.job
  where name = 'deliver' and state = ${sql.lit(state)} and blocked = false
  order by start_after limit 1`;

const findOldestDelivery = sql<{ seconds: number | null }>`
  select extract(epoch from now() - min(start_after))::float as seconds
  from ((${firstDelivery('created')}) union all (${firstDelivery('retry')})) as job`;

const findFailing = sql<{ count: number; since: Date | null }>`
  select count(*)::int as count, min(failing_since) as since from webhook
  where status = 'enabled' and failing_since is not null`;
