import { sql } from 'kysely';
import type { Context } from '../core/context.ts';

/**
 * Puts right what waits for a time of the database's clock that lies further ahead than any wait is
 * long, which happens when that clock is set back. Otherwise it would wait until the clock has caught
 * up, for hours.
 */
export async function bringForward({ db }: Pick<Context, 'db'>): Promise<void> {
  // Its time to answer starts anew: a carrier may have the message in hand.
  await sql`
    update message set submitting_at = now()
    where status in ('scheduled', 'queued') and submitting_at > now() + interval '1 minute'`.execute(
    db,
  );
  await sql`
    update message set not_before = now()
    where status in ('scheduled', 'queued') and not_before > now() + interval '10 minutes'`.execute(
    db,
  );
  await sql`
    update number set paced_until = null where paced_until > now() + interval '1 minute'`.execute(
    db,
  );
  await sql`
    update pgboss.job
    set start_after = now() + greatest(start_after - created_on, interval '0'), created_on = now()
    where state < 'active' and start_after > now() and created_on > now() + interval '1 minute'`.execute(
    db,
  );
}
