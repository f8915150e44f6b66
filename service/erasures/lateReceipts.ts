import { sql } from 'kysely';
import type { Context } from '../core/context.ts';
import { equivalentNumbers } from '../lib/equivalentNumbers.ts';

const hour = 3_600_000;
/** Carriers give up on a message, and send its last receipt, well before this time. */
const maxReceiptAgeMs = 14 * 24 * hour;
/** After this time, a receipt without a message needs no addresses anymore. */
const maxSearchMs = 24 * hour;
const batch = 500;

/** Returns a hash that recognizes the number of an erased person. */
export const hashOfErased = ({ secrets }: Pick<Context, 'secrets'>, phone: string): string =>
  secrets.hash('erasure', equivalentNumbers(phone).sort()[0]!);

/**
 * Removes the numbers of erased people from receipts that arrive after the erasure, and all numbers
 * from receipts whose message nobody has found for a day.
 */
export async function forgetLateReceipts(context: Context): Promise<void> {
  const { db, clock } = context;
  const now = clock().getTime();
  const erased = new Set(
    (
      await db
        .selectFrom('erasure')
        .select('phone_hash')
        .where('created_at', '>', new Date(now - maxReceiptAgeMs))
        .execute()
    ).map(({ phone_hash }) => phone_hash),
  );
  const { rows } = await sql<{ readonly id: string; readonly recipient: string }>`
    select id, recipient from receipt
    where not matched and recipient is not null
      and (${erased.size > 0} or received_at < ${new Date(now - maxSearchMs)}::timestamptz)
    order by received_at desc limit ${batch}`.execute(db);
  const ids = rows.flatMap(({ id, recipient }) =>
    erased.has(hashOfErased(context, `+${recipient.replace(/^\+/, '')}`)) ? [id] : [],
  );
  await sql`
    update receipt set sender = null, recipient = null
    where not matched and recipient is not null
      and (id = any(${ids}::text[]) or received_at < ${new Date(now - maxSearchMs)}::timestamptz)
      and not exists (
        select from part join message on message.id = part.message_id
        where part.is_unanswered and part.carrier = receipt.carrier and part.outcome is null
          and message.recipient = receipt.recipient
      )`.execute(db);
}
