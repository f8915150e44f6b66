import { sql, type RawBuilder } from 'kysely';

/** One of the latest attempts to deliver to a webhook plans the next attempt. */
const maxAttempts = 100;
/** An attempt can start this late. */
const graceMinutes = 5;

/**
 * Returns whether a webhook of the query has a planned attempt. Without one, it is not expected to
 * accept anything. Reads at most 100 attempts of each webhook.
 */
export const hasPlannedAttempt = (now: Date): RawBuilder<boolean> => sql<boolean>`exists (
  select from (
    select next_attempt_at from delivery where webhook_id = webhook.id
    order by id desc limit ${maxAttempts}
  ) as latest
  where next_attempt_at > ${now}::timestamptz - make_interval(mins => ${graceMinutes})
)`;
