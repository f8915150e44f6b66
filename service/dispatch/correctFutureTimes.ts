import { sql } from 'kysely';
import type { Context } from '../core/context.ts';
import { isUnsent } from '../messages/statusMachine.ts';

/**
 * Corrects times of the database's clock that lie further ahead than any wait lasts. This happens
 * when someone sets that clock back. Without the correction, messages and jobs would wait for hours
 * until the clock catches up.
 */
export async function correctFutureTimes({ db }: Pick<Context, 'db'>): Promise<void> {
  // The time limit of the claim starts again, because a carrier may be handling the message.
  await sql`
    update message set submitting_at = now()
    where ${isUnsent()} and submitting_at > now() + interval '1 minute'`.execute(db);
  await sql`
    update message set not_before = now()
    where ${isUnsent()} and not_before > now() + interval '10 minutes'
      and not_before < 'infinity'`.execute(db);
  await sql`
    update number set paced_until = null where paced_until > now() + interval '1 minute'`.execute(
    db,
  );
  await sql`
    update broadcast_work set paced_until = null where paced_until > now() + interval '10 minutes'`.execute(
    db,
  );
  await sql`
    update broadcast_work set next_at = now() where next_at > now() + interval '10 minutes'`.execute(
    db,
  );
  await sql`
    update pgboss.job
    set start_after = now() + greatest(start_after - created_on, interval '0'), created_on = now()
    where state < 'active' and start_after > now() and created_on > now() + interval '1 minute'`.execute(
    db,
  );
}
