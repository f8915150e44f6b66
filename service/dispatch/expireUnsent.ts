import type { Context } from '../core/context.ts';
import { workInBatches } from '../core/workInBatches.ts';
import { isUnsent } from '../messages/statusMachine.ts';
import { settleUnsendable } from './settleUnsendable.ts';

/**
 * Expires messages that were never submitted, because the carrier was unreachable for their whole
 * time to live. Holds or cancels those whose broadcast is paused or stopped.
 */
export const expireUnsent = (context: Context): Promise<void> =>
  workInBatches(context.db, async (trx) => {
    const limit = context.batch();
    const rows = await trx
      .selectFrom('message')
      .selectAll()
      .where('final_at', 'is', null)
      .where(isUnsent())
      .where('submitting_at', 'is', null)
      .where('expires_at', '<', context.clock())
      .orderBy('id')
      .limit(limit)
      // Another process works on the messages that it has locked.
      .forUpdate()
      .skipLocked()
      .execute();
    await settleUnsendable(context, trx, rows);
    return rows.length === limit;
  });
