import type { Context } from '../core/context.ts';
import { optOut } from '../messages/optOut.ts';
import type { MessageRow } from '../messages/toMessage.ts';

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
  for (const { account_id: accountId, recipient: phone, error } of changed)
    if (error?.code === 'recipient_opted_out')
      await context.db.transaction().execute((trx) => optOut(context, trx, { accountId, phone }));
}
