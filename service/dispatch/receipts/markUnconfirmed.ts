import type { Context } from '../../core/context.ts';
import { workInBatches } from '../../core/workInBatches.ts';
import { advanceTo } from '../../messages/advance.ts';
import { canBeAbout } from './receipts.ts';
import { hour } from '../../times/durations.ts';

/**
 * How long a sent message waits for its delivery receipt: after its time to live ends, and at least
 * in total.
 */
const receiptWindow = { afterExpiry: 24 * hour, atLeast: 72 * hour };

/** Ends sent messages whose delivery receipt is overdue. */
export const markUnconfirmed = (context: Context): Promise<void> =>
  workInBatches(context.db, async (trx) => {
    const now = context.clock().getTime();
    const limit = context.batch();
    const rows = await trx
      .selectFrom('message')
      .select('id')
      .where('final_at', 'is', null)
      .where('status', '=', 'sent')
      .where('expires_at', '<', new Date(now - receiptWindow.afterExpiry))
      .where('sent_at', '<', new Date(now - receiptWindow.atLeast))
      // A receipt that arrived in time counts, even if a crash prevented its matching.
      .where((where) =>
        where.not(
          where.exists(
            where
              .selectFrom('part')
              .innerJoin('receipt', (join) =>
                join
                  .onRef('receipt.carrier', '=', 'part.carrier')
                  .onRef('receipt.ref', '=', 'part.ref'),
              )
              .whereRef('part.message_id', '=', 'message.id')
              .where('receipt.matched', '=', false)
              .where(canBeAbout(new Date(now))),
          ),
        ),
      )
      .orderBy('id')
      .limit(limit)
      // Another process works on the messages that it has locked.
      .forUpdate()
      .skipLocked()
      .execute();
    await advanceTo(context, trx, rows, { to: 'unconfirmed', error: 'no_receipt' });
    return rows.length === limit;
  });
