import type { Context } from '../../core/context.ts';
import { optOut, getOptOutNumber } from '../../messages/optOut.ts';
import type { MessageRow } from '../../messages/toMessage.ts';
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

async function optOutRecipient(
  context: Context,
  trx: Trx,
  { id: messageId, account_id: accountId, recipient: phone, sender }: MessageRow,
): Promise<void> {
  const account = await trx
    .selectFrom('account')
    .select('opt_out_scope')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  const recipient = { accountId, phone, number: getOptOutNumber(account, sender) };
  await optOut(context, trx, recipient, { method: 'carrier', at: context.clock(), messageId });
}
