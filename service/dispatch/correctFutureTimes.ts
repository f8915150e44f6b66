import { sql } from 'kysely';
import type { Context } from '../core/context.ts';
import { lockMatching } from '../messages/advance.ts';
import { isUnsent } from '../messages/statusMachine.ts';

type Clocks = Pick<Context, 'db' | 'clock' | 'batch'>;

/**
 * Corrects times that lie further ahead than any wait lasts. This happens when someone sets a clock
 * back. Without the correction, messages, texts and jobs would wait for hours until the clock
 * catches up.
 */
export async function correctFutureTimes(context: Clocks): Promise<void> {
  await correctDatabaseTimes(context);
  await correctProcessTimes(context);
}

/** Corrects times that come from the clocks of processes. */
async function correctProcessTimes({ db, clock, batch }: Clocks): Promise<void> {
  const now = sql`${clock()}::timestamptz`;
  // Skips a burst that is getting a text at this moment.
  await sql`
    update burst set due_at = ${now}
    where (webhook_id, conversation_id) in (
      select webhook_id, conversation_id from burst
      where due_at > ${now} and opened_at > ${now} + interval '1 minute'
      for update skip locked)`.execute(db);
  // A retention setting looks at each message that waits at least every hour.
  await sql`
    update retention_wait set retry_at = ${now}
    where (message_id, kind) in (
      select message_id, kind from retention_wait where retry_at > ${now} + interval '61 minutes'
      limit ${10 * batch()} for update skip locked)`.execute(db);
}

async function correctDatabaseTimes({ db }: Clocks): Promise<void> {
  // The time limit of the claim starts again, because a carrier may be handling the message.
  await sql`
    update message set submitting_at = now()
    where id = ${lockMatching(
      sql`${isUnsent()} and submitting_at > now() + interval '1 minute'`,
    )}`.execute(db);
  await sql`
    update message set not_before = now()
    where id = ${lockMatching(sql`${isUnsent()} and not_before > now() + interval '10 minutes'
      and not_before < 'infinity'`)}`.execute(db);
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
