import { sql } from 'kysely';
import type { Db } from '../../store/database.ts';

const maxWebhooks = 1_000;
/** One of the latest attempts to deliver to a webhook plans the next attempt. */
const maxAttempts = 100;
/** An attempt can start this late. */
const graceMinutes = 5;

/**
 * Returns since when each webhook has accepted no delivery: enabled webhooks with a planned
 * attempt. Without one, a webhook is not expected to accept anything. Reads at most 100 attempts of
 * each webhook.
 */
export async function readFailingWebhooks(db: Db, now: Date): Promise<Date[]> {
  const { rows } = await sql<{ failing_since: Date }>`
    select failing_since from webhook
    where status = 'enabled' and failing_since is not null
      and exists (
        select from (
          select next_attempt_at from delivery where webhook_id = webhook.id
          order by id desc limit ${maxAttempts}
        ) as latest
        where next_attempt_at > ${now}::timestamptz - make_interval(mins => ${graceMinutes})
      )
    order by failing_since limit ${maxWebhooks}`.execute(db);
  return rows.map(({ failing_since }) => failing_since);
}
