import { sql } from 'kysely';
import { Registry } from 'prom-client';
import type { Context } from '../../core/context.ts';
import { readFailingWebhooks } from './readFailingWebhooks.ts';
import { readOldestDue } from './readOldestDue.ts';
import { gauge, type Reading } from './reading.ts';

const minuteSeconds = 60;
const hourSeconds = 60 * minuteSeconds;
/** The ages of failures to count separately, so that an old failure does not hide a new one. */
const ages = {
  '0m': 0,
  '15m': 15 * minuteSeconds,
  '1h': hourSeconds,
  '1d': 24 * hourSeconds,
} as const;
const ageNames = Object.keys(ages) as (keyof typeof ages)[];

/** Reads how long work has waited or failed. Each series always exists. */
export function ageMetrics({
  db,
  clock,
  carriers,
}: Pick<Context, 'db' | 'clock'> & { readonly carriers: readonly string[] }): Reading {
  const registry = new Registry();
  const oldestMessage = gauge(
    registry,
    'oldest_waiting_message_seconds',
    'How long the oldest message of a sender without progress has been due, by the carrier that the sender belongs to',
    'carrier',
  );
  const oldestDelivery = gauge(
    registry,
    'oldest_waiting_delivery_seconds',
    'How long the oldest waiting delivery to a webhook has been due',
  );
  const failing = gauge(
    registry,
    'webhooks_failing',
    'Enabled webhooks with planned attempts, by how long they have accepted no delivery at least',
    'at_least',
  );
  const failingSeconds = gauge(
    registry,
    'webhook_failing_seconds',
    'How long the webhook that has failed for longest has accepted no delivery',
  );
  return async () => {
    const now = clock();
    const secondsSince = (at: Date) => Math.max(0, now.getTime() - at.getTime()) / 1_000;
    const waiting = await readOldestDue(db, now, carriers);
    const { rows: due } = await findOldestDelivery.execute(db);
    const failures = (await readFailingWebhooks(db, now)).map(secondsSince);
    oldestMessage.reset();
    for (const carrier of carriers) oldestMessage.set({ carrier }, 0);
    for (const { carrier, since } of waiting) oldestMessage.set({ carrier }, secondsSince(since));
    oldestDelivery.set(Math.max(0, due[0]?.seconds ?? 0));
    for (const at_least of ageNames)
      failing.set({ at_least }, failures.filter((age) => toAgeName(age) === at_least).length);
    failingSeconds.set(Math.max(0, ...failures));
    return registry.metrics();
  };
}

const toAgeName = (seconds: number) => ageNames.findLast((name) => seconds >= ages[name]);

const firstDelivery = (state: 'created' | 'retry') => sql`
  select start_after from pgboss.job
  where name = 'deliver' and state = ${sql.lit(state)} and blocked = false
  order by start_after limit 1`;

const findOldestDelivery = sql<{ seconds: number | null }>`
  select extract(epoch from now() - min(start_after))::float as seconds
  from ((${firstDelivery('created')}) union all (${firstDelivery('retry')})) as job`;
