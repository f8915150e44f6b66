import { sql } from 'kysely';
import type { Db } from '../../store/database.ts';
import { hasPlannedAttempt } from '../../webhooks/health/hasPlannedAttempt.ts';

const maxWebhooks = 1_000;

/** Returns since when each enabled webhook with a planned attempt has accepted no delivery. */
export async function readFailingWebhooks(db: Db, now: Date): Promise<Date[]> {
  const { rows } = await sql<{ failing_since: Date }>`
    select failing_since from webhook
    where status = 'enabled' and failing_since is not null and ${hasPlannedAttempt(now)}
    order by failing_since limit ${maxWebhooks}`.execute(db);
  return rows.map(({ failing_since }) => failing_since);
}
