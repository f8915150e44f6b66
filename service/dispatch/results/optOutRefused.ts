import { sql } from 'kysely';
import type { Channel } from '../../consents/optOuts.ts';
import { lockExisting } from '../../contacts/lockContacts.ts';
import type { Context } from '../../core/context.ts';
import { optOut, getOptOutNumber } from '../../messages/optOut.ts';
import type { MessageRow } from '../../messages/toMessage.ts';
import { equivalentNumbers } from '../../phones/equivalentNumbers.ts';
import type { Trx } from '../../store/database.ts';

/**
 * Opts out the recipients whose messages the carrier has just refused because they opted out there.
 * A repeated receipt changes no message, so it cannot undo a later opt-in.
 *
 * Runs in its own transaction, because opting out locks contacts before messages. If it is lost,
 * the carrier refuses the next message, too.
 */
export async function optOutRefused(
  context: Context,
  changed: readonly MessageRow[],
): Promise<void> {
  for (const message of changed)
    if (message.error?.code === 'recipient_opted_out')
      await context.db.transaction().execute((trx) => optOutRecipient(context, trx, message));
}

async function optOutRecipient(context: Context, trx: Trx, message: MessageRow): Promise<void> {
  const { id: messageId, account_id: accountId, recipient: phone, sender } = message;
  await lockExisting(trx, { accountId, phones: [phone] });
  const account = await trx
    .selectFrom('account')
    .select('opt_out_scope')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  const recipient = { accountId, phone, number: getOptOutNumber(account, sender) };
  if (await hasStartedSince(trx, recipient, message.sent_at)) return;
  await optOut(context, trx, recipient, { method: 'carrier', at: context.clock(), messageId });
}

/**
 * Returns whether the recipient has sent a START that the opt-out would undo, after the message was
 * sent. A receipt can be late, and then tells nothing about what the recipient wants now.
 */
async function hasStartedSince(
  trx: Trx,
  { accountId, phone, number }: Channel & { readonly accountId: string },
  sentAt: Date | null,
): Promise<boolean> {
  if (sentAt === null) return false;
  const { rows } = await sql`
    select from message where account_id = ${accountId} and direction = 'inbound'
      and sender = any(${equivalentNumbers(phone)}::text[])
      and recipient = coalesce(${number}::text, recipient)
      and keyword = 'start' and created_at > ${sentAt}
    limit 1`.execute(trx);
  return rows.length > 0;
}
