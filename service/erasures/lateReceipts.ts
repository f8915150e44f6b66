import { sql, type RawBuilder } from 'kysely';
import { endsMatch } from '../carriers/sameAddress.ts';
import type { Context } from '../core/context.ts';
import { workInBatches } from '../core/workInBatches.ts';
import { phoneKey } from '../phones/equivalentNumbers.ts';
import { isUnsent } from '../messages/statusMachine.ts';
import { hour } from '../times/durations.ts';

/** Carriers give up on a message, and send its last receipt, well before this time. */
const maxReceiptAgeMs = 14 * 24 * hour;
/** After this time, a receipt with addresses is about no message of the service. */
const maxSearchMs = 24 * hour;
const batch = 500;

/** Returns a hash that recognizes the number of an erased person. */
export const hashOfErased = ({ secrets }: Pick<Context, 'secrets'>, phone: string): string =>
  secrets.hash('erasure', phoneKey(phone));

/** Whether the recipient of a message is the one that a receipt names, in any spelling. */
const isToRecipient = endsMatch(sql`receipt.recipient`, sql`message.recipient`);

/**
 * Whether a message of any account can still turn out to be the message of a waiting receipt. The
 * erasure of one account must not take it from another one.
 */
export const isAwaited: RawBuilder<boolean> = sql`(
  exists (
    select from part join message on message.id = part.message_id
    where part.is_unanswered and part.carrier = receipt.carrier and part.outcome is null
      and message.final_at is null and ${isToRecipient}
  ) or exists (
    select from message
    where ${isUnsent()} and message.submitting_at is not null
      and ${isToRecipient}
  )
)`;

/**
 * Deletes receipts of erased people that arrive after the erasure, and receipts whose message
 * nobody has found. Those with addresses go after a day, because addresses are personal data. When
 * no receipt of an erased person can arrive anymore, the hash of the number goes, too.
 */
export async function deleteLateReceipts(context: Context): Promise<void> {
  const { db, clock } = context;
  const ago = (ms: number) => sql`${new Date(clock().getTime() - ms)}::timestamptz`;
  await sql`
    update erasure set phone_hash = ''
    where phone_hash <> '' and created_at <= ${ago(maxReceiptAgeMs)}`.execute(db);
  const hashes = await db
    .selectFrom('erasure')
    .select('phone_hash')
    .where('phone_hash', '<>', '')
    .execute();
  const erased = new Set(hashes.map(({ phone_hash }) => phone_hash));
  const { rows } = await sql<{ readonly id: string; readonly recipient: string }>`
    select id, recipient from receipt
    where ${erased.size > 0} and not matched and recipient is not null
    order by received_at desc limit ${batch}`.execute(db);
  const ids = rows.flatMap(({ id, recipient }) =>
    erased.has(hashOfErased(context, `+${recipient.replace(/^\+/, '')}`)) ? [id] : [],
  );
  await workInBatches(db, async (trx) => {
    const { numAffectedRows = 0n } = await sql`
      delete from receipt where id = any(array(
        select id from receipt
        where not matched and (
          id = any(${ids}::text[]) or received_at < ${ago(maxReceiptAgeMs)}
          or (received_at < ${ago(maxSearchMs)} and recipient is not null)
        ) and not ${isAwaited}
        limit ${batch} for update skip locked
      ))`.execute(trx);
    return numAffectedRows > 0n;
  });
}
