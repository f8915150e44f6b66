import { sql } from 'kysely';
import type { Context } from '../core/context.ts';
import { workInBatches } from '../core/workInBatches.ts';
import { everyHeldSender, everySenderQueue } from './everySender.ts';
import type { Trx } from '../store/database.ts';
import { advance } from '../messages/advance.ts';
import { isUnsent } from '../messages/statusMachine.ts';

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
  // Each half uses a separate index, which holds only waiting messages.
  const { rows } = await sql<{ id: string }>`
    select message.id from message
    where message.id in (
        (select id from message where ${waits} and not_before is null limit ${limit})
        union all
        (select id from message where ${waits} and not_before is not null limit ${limit})
        limit ${limit}
      )
      and ${waits}
      and not exists (
        select from number where number.account_id = ${accountId} and number.number = ${number}
      )
    order by message.id
    for update of message`.execute(trx);
  await advance(
    context,
    trx,
    rows.map(({ id }) => ({ messageId: id, to: 'failed', error: 'sender_released' })),
  );
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
