import { sql } from 'kysely';
import { forgetMessages, type DeletedMessage } from '../conversations/forgetMessages.ts';
import { advance, endUnclaimed, type Change } from '../messages/advance.ts';
import { isUnsent, isUnsentStatus } from '../messages/statusMachine.ts';
import type { Trx } from '../store/database.ts';
import type { MessageTable } from '../store/tables/messageTables.ts';
import type { Erasure, Step } from './erasure.ts';

type Found = Pick<MessageTable, 'id' | 'status'>;

/**
 * Erases messages and everything about them. First ends those that are not final, so that no
 * broadcast waits for them, and the reports count how they ended. Webhooks get no event about this
 * end. Waits for messages that a carrier is taking.
 */
export const eraseMessages: Step = async (erasure) => {
  const { context, trx } = erasure;
  const found = await findMessages(erasure, isFree, context.batch());
  if (found.length === 0) {
    const [submitting] = await findMessages(erasure, sql`submitting_at is not null`, 1);
    return { kind: submitting ? 'later' : 'done' };
  }
  await lockReviews(trx, found);
  const locked = await lockFree(trx, found);
  const ids = locked.map(({ id }) => id);
  await advance(context, trx, locked.flatMap(chooseEnd));
  await deleteMessages(trx, ids);
  return { kind: 'more', messages: ids.length };
};

/**
 * Deletes final messages that the transaction has locked, and everything about them. Returns their
 * conversations.
 */
export async function deleteMessages(trx: Trx, ids: readonly string[]): Promise<string[]> {
  await deleteEvents(trx, sql`message_id = any(${ids}::text[])`);
  await eraseTexts(trx, ids);
  await sql`delete from part where message_id = any(${ids}::text[])`.execute(trx);
  // Deletes attempts, media and reviews as well.
  const { rows } = await sql<DeletedMessage>`
    delete from message where id = any(${ids}::text[])
    returning id, account_id, direction, sender, recipient`.execute(trx);
  return forgetMessages(trx, rows);
}

/** Deletes the copies of the texts of messages that are separate rows. */
export async function eraseTexts(trx: Trx, messageIds: readonly string[]): Promise<void> {
  const ids = sql`any(${messageIds}::text[])`;
  // A text from a simulated handset has no message when it is stored.
  await sql`
    with secrets as (delete from secret_text where message_id = ${ids})
    delete from handset_text where id in (
      select id from handset_text where message_id = ${ids}
      union all
      select handset_text.id from message join handset_text on handset_text.id = carrier_ref
      where message.id = ${ids} and message.direction = 'inbound'
    )`.execute(trx);
}

/** Cancels messages that wait, so that none of them leaves while the erasure is running. */
export async function cancelUnsent(erasure: Erasure): Promise<void> {
  const { context, trx } = erasure;
  const found = await findMessages(erasure, sql`${isFree} and ${isUnsent()}`, context.batch());
  const ids = found.map(({ id }) => id);
  await endUnclaimed(context, trx, sql`id = any(${ids}::text[])`, { to: 'canceled' });
}

/** No carrier is taking the message. */
const isFree = sql`submitting_at is null`;

/**
 * Locks the reviews of messages. A decision locks a review before later texts, and the deletion of
 * a message locks its review.
 */
async function lockReviews(trx: Trx, found: readonly Found[]): Promise<void> {
  await sql`
    select from review where message_id = any(${found.map(({ id }) => id)}::text[])
    order by id for update`.execute(trx);
}

/** Locks messages, and leaves out those that a dispatcher has claimed in the meantime. */
async function lockFree(trx: Trx, found: readonly Found[]): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select id, status from message
    where id = any(${found.map(({ id }) => id)}::text[]) and ${isFree}
    order by id for update`.execute(trx);
  return rows;
}

/** Returns the change that ends a message whose outcome nobody will know. */
function chooseEnd({ id: messageId, status }: Found): Change[] {
  if (isUnsentStatus(status)) return [{ messageId, to: 'canceled' }];
  return status === 'sent' ? [{ messageId, to: 'unconfirmed', error: 'no_receipt' }] : [];
}

async function findMessages(
  { trx, account_id, phones, created_at }: Erasure,
  condition: ReturnType<typeof sql>,
  limit: number,
): Promise<Found[]> {
  const from = (column: 'recipient' | 'sender', direction: MessageTable['direction']) => sql`
    (select id, status from message
    where account_id = ${account_id} and ${sql.ref(column)} = any(${phones}::text[])
      and direction = ${direction} and created_at <= ${created_at} and ${condition}
    limit ${limit})`;
  const { rows } = await sql<Found>`
    select * from (${from('recipient', 'outbound')} union all ${from('sender', 'inbound')}) as found
    limit ${limit}`.execute(trx);
  return rows;
}

/**
 * Deletes events and what receivers responded to them. Nobody delivers them anymore. The responses
 * come last: the service stores none for an event that is gone.
 */
export async function eraseEvents(trx: Trx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await deleteEvents(trx, sql`id = any(${ids}::text[])`);
}

/** Locks the events in the same order as their attempts do, so that neither waits forever. */
async function deleteEvents(trx: Trx, condition: ReturnType<typeof sql>): Promise<void> {
  const { rows } = await sql<{ readonly id: string }>`
    select id from event where ${condition} order by id for update`.execute(trx);
  const events = sql`any(${rows.map(({ id }) => id)}::text[])`;
  await sql`delete from event where id = ${events}`.execute(trx);
  await sql`delete from delivery where event_id = ${events}`.execute(trx);
}
