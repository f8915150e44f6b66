import { sql } from 'kysely';
import { Gauge, Registry } from 'prom-client';
import type { Context } from '../core/context.ts';
import type { Health } from '../observability/health.ts';

/**
 * Reads the waiting work from the database. Every process reports the same values, so use their
 * maximum, not their sum.
 */
export function databaseMetrics(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { checkDatabase }: Pick<Health, 'checkDatabase'>,
): () => Promise<string> {
  const registry = new Registry();
  const gauge = <L extends string>(name: string, help: string, ...labelNames: L[]) =>
    new Gauge({ name: `textloom_${name}`, help, labelNames, registers: [registry] });
  const up = gauge('database_up', 'Whether the database accepts changes');
  const open = gauge('messages_open', 'Messages that are not final', 'status');
  const oldest = gauge(
    'oldest_waiting_message_seconds',
    'How long the oldest waiting message has been due, not counting quiet hours',
  );
  const jobs = gauge(
    'jobs',
    'Jobs that are waiting, scheduled for later, or active',
    'queue',
    'state',
  );

  const read = async () => {
    const now = clock();
    const { rows: messages } = await sql<{ status: string; count: number; since: Date | null }>`
      select status, count(*)::int as count, min(due_at) filter (
        where due_at <= ${now} and held_reason is null and status <> 'sent'
      ) as since
      from message where final_at is null group by status`.execute(db);
    const { rows: queues } = await sql<{ queue: string; state: string; count: number }>`
      select name as queue, count(*)::int as count, case
          when state = 'active' then 'active' when start_after <= now() then 'waiting' else 'later'
        end as state
      from pgboss.job where state in ('created', 'retry', 'active') group by 1, 3`.execute(db);
    open.reset();
    for (const { status, count } of messages) open.set({ status }, count);
    const waits = messages.map(({ since }) => (since ? now.getTime() - since.getTime() : 0));
    oldest.set(Math.max(0, ...waits) / 1000);
    jobs.reset();
    for (const { count, ...labels } of queues) jobs.set(labels, count);
  };

  return async () => {
    try {
      up.set((await checkDatabase()) === undefined ? 1 : 0);
      await read();
    } catch {
      // The earlier values no longer apply. The counters of this process are still useful.
      registry.resetMetrics();
      up.set(0);
    }
    return registry.metrics();
  };
}
