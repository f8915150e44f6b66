import { sql } from 'kysely';
import type { Context } from '../core/context.ts';
import { workInBatches } from '../core/workInBatches.ts';
import { everyHeldSender, everySenderQueue } from './everySender.ts';
import type { Trx } from '../store/database.ts';
import { advanceTo } from '../messages/advance.ts';
import type { MessageRow } from '../messages/toMessage.ts';
import { isUnsent, isUnsentStatus } from '../messages/statusMachine.ts';

interface Sender {
  readonly accountId: string;
  readonly number: string;
}

/**
 * Fails a batch of the messages that wait for a number that the account no longer holds. Messages
 * that a carrier already handles are not affected. Returns false once no messages are left.
 */
export async function failReleasedSender(
  context: Context,
  trx: Trx,
  { accountId, number }: Sender,
): Promise<boolean> {
  const waits = sql<boolean>`message.account_id = ${accountId} and message.sender = ${number}
    and ${isUnsent()} and message.submitting_at is null`;
  const limit = context.batch();
  // Each half uses a separate index, which holds only waiting messages. Only the ID selects a row
  // to lock. While the statistics of the table are old, the database would expect one message of
  // the account, and compare each with all others.
  const { rows } = await sql<Pick<MessageRow, 'id' | 'status' | 'submitting_at'>>`
    select id, status, submitting_at from message
    where id = any(array(
        (select id from message where ${waits} and not_before is null limit ${limit})
        union all
        (select id from message where ${waits} and not_before is not null limit ${limit})
        limit ${limit}
      ))
      and not exists (
        select from number where number.account_id = ${accountId} and number.number = ${number}
      )
    order by id
    for update`.execute(trx);
  // A message may have been claimed while this statement waited for its lock.
  const waiting = rows.filter((row) => isUnsentStatus(row.status) && row.submitting_at === null);
  await advanceTo(context, trx, waiting, { to: 'failed', error: 'sender_released' });
  return rows.length > 0;
}

/**
 * Fails every message that waits for a number that was released: the messages that the release
 * itself left, those that were queued at that moment, and those that a carrier did not accept.
 */
export async function failReleasedSenders(context: Context): Promise<void> {
  const { rows } = await sql<{ account_id: string; sender: string }>`
    with recursive ${everySenderQueue}, ${everyHeldSender}
    select account_id, sender from (table sender_queue union table held_sender) as waiting
    where not exists (
      select from number
      where number.account_id = waiting.account_id and number.number = waiting.sender
    )`.execute(context.db);
  for (const { account_id: accountId, sender: number } of rows)
    await workInBatches(context.db, (trx) =>
      failReleasedSender(context, trx, { accountId, number }),
    );
}
