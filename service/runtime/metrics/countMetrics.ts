import { sql } from 'kysely';
import { messageStatus } from '@textloom/shared/contract';
import { Registry } from 'prom-client';
import type { Context } from '../../core/context.ts';
import { isFinal } from '../../messages/statusMachine.ts';
import { queues } from '../../store/jobs.ts';
import { gauge, type Reading } from './reading.ts';

/**
 * How many messages, and how many jobs of a queue, to count. A scrape therefore costs the same,
 * however much waits.
 */
const maxCount = 10_000;
const jobStates = ['waiting', 'later', 'active'] as const;

/** Counts open messages and jobs. Each series always exists. */
export function countMetrics({ db }: Pick<Context, 'db'>): Reading {
  const registry = new Registry();
  const open = gauge(
    registry,
    'messages_open',
    `Messages that are not final, up to ${maxCount} in all`,
    'status',
  );
  const jobs = gauge(
    registry,
    'jobs',
    `Jobs that are waiting, scheduled for later, or active, up to ${maxCount} of each`,
    'queue',
    'state',
  );
  return async () => {
    const { rows: messages } = await countOpen.execute(db);
    const { rows: queued } = await countJobs.execute(db);
    for (const status of messageStatus.enum) if (!isFinal(status)) open.set({ status }, 0);
    for (const { status, count } of messages) open.set({ status }, count);
    for (const queue of queues) for (const state of jobStates) jobs.set({ queue, state }, 0);
    for (const { count, ...labels } of queued) jobs.set(labels, count);
    return registry.metrics();
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
