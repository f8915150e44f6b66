import type { Context } from '../core/context.ts';
import { workInBatches } from '../core/workInBatches.ts';
import { oldestHour } from './countCodes.ts';
import { endVerifications } from './endVerifications.ts';
import { day } from '../times/durations.ts';

/** Ends verifications whose time is over. Only one process ends each of them. */
export const expireVerifications = (context: Context): Promise<void> =>
  workInBatches(context.db, async (trx) => {
    const limit = context.batch();
    const rows = await trx
      .selectFrom('verification')
      .select('id')
      .where('status', '=', 'pending')
      .where('expires_at', '<=', context.clock())
      .orderBy('expires_at')
      .limit(limit)
      .forUpdate()
      .skipLocked()
      .execute();
    await endVerifications(
      context,
      trx,
      rows.map(({ id }) => id),
      'expired',
    );
    return rows.length === limit;
  });

/** By then, an open prefix has no debt and no history left. */
const forgottenMs = 7 * day;
/** Until then, a prefix that was limited or blocked keeps its strikes. */
const closedForgottenMs = 30 * day;

/** Deletes counters that no decision and no list needs. */
export async function deleteOldCounters({ db, clock }: Context): Promise<void> {
  const now = clock();
  const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds);
  await db.deleteFrom('verification_hour').where('hour', '<', oldestHour(now)).execute();
  await db
    .deleteFrom('verification_prefix')
    .where('updated_at', '<', ago(forgottenMs))
    .where((where) =>
      where.or([where('status', '=', 'open'), where('updated_at', '<', ago(closedForgottenMs))]),
    )
    .execute();
}
