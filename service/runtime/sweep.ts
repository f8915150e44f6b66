import type { SelectQueryBuilder } from 'kysely';
import type { Context } from '../core/context.ts';
import { deleteOldRows } from '../core/deleteOldRows.ts';
import { deleteExpiredKeys } from '../core/idempotencyKeys.ts';
import { workInBatches } from '../core/workInBatches.ts';
import { deleteOldEntries } from '../audit/deleteOldEntries.ts';
import { foldBroadcastTally } from '../broadcasts/foldBroadcastTally.ts';
import { advance } from '../messages/advance.ts';
import { isUnsent } from '../messages/statusMachine.ts';
import { repliesCountFrom } from '../messages/keywords/replyAutomatically.ts';
import { failReleasedSenders } from '../dispatch/failReleasedSender.ts';
import { reviewRegistrations } from '../registrations/registrationReview.ts';
import { quarantineStart } from '../numbers/quarantine.ts';
import { foldTally } from '../reports/foldTally.ts';
import type { Database } from '../store/tables/tables.ts';
import { maintain } from '../store/maintain.ts';
import { matchOrphanReceipts } from '../dispatch/matchOrphanReceipts.ts';
import { correctFutureTimes } from '../dispatch/correctFutureTimes.ts';
import { deleteOldCounters, expireVerifications } from '../verifications/expireVerifications.ts';
import { deleteWebhookRows } from '../webhooks/deleteWebhookRows.ts';
import { expireWebhooks } from '../webhooks/expireWebhooks.ts';
import { deleteLateReceipts } from '../erasures/lateReceipts.ts';
import { workOnErasures } from '../erasures/workOnErasures.ts';
import { canBeAbout } from '../dispatch/receipts.ts';
import { settleUnsendable } from '../dispatch/settleUnsendable.ts';
import { matchWaitingReceipts } from './matchWaitingReceipts.ts';

const hour = 3_600_000;

/**
 * How long a sent message waits for its delivery receipt: after its time to live ends, and at least
 * in total.
 */
const receiptWindow = { afterExpiry: 24 * hour, atLeast: 72 * hour };

/**
 * Handles messages that waited too long, and finishes work that a crash interrupted between two
 * steps.
 */
export async function sweep(context: Context): Promise<void> {
  const failures: unknown[] = [];
  for (const step of steps) await step(context).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

/** The steps run in this order. Each runs even if the previous step fails. */
const steps: readonly ((context: Context) => Promise<void>)[] = [
  matchWaitingReceipts,
  matchOrphanReceipts,
  (context) => markUnconfirmed(context),
  (context) => expireUnsent(context),
  failReleasedSenders,
  reviewRegistrations,
  deleteExpiredKeys,
  (context) => deleteOldRows(context, 'released_number', quarantineStart),
  (context) => deleteOldRows(context, 'automatic_reply', repliesCountFrom),
  deleteOldEntries,
  expireWebhooks,
  deleteWebhookRows,
  expireVerifications,
  deleteOldCounters,
  correctFutureTimes,
  workOnErasures,
  deleteLateReceipts,
  ({ db, batch }) => foldTally(db, 10 * batch()),
  ({ db, batch }) => foldBroadcastTally(db, 10 * batch()),
  ({ db, embedded }) => maintain(db, embedded),
];

const markUnconfirmed = (context: Context): Promise<void> =>
  workInBatches(context.db, async (trx) => {
    const now = context.clock().getTime();
    const limit = context.batch();
    const rows = await lockBatch(
      trx
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
        ),
      limit,
    );
    const change = { to: 'unconfirmed', error: 'no_receipt' } as const;
    await advance(
      context,
      trx,
      rows.map(({ id }) => ({ messageId: id, ...change })),
    );
    return rows.length === limit;
  });

/**
 * Expires messages that were never submitted, because the carrier was unreachable for their whole
 * time to live. Holds or cancels those whose broadcast is paused or stopped.
 */
const expireUnsent = (context: Context): Promise<void> =>
  workInBatches(context.db, async (trx) => {
    const limit = context.batch();
    const rows = await lockBatch(
      trx
        .selectFrom('message')
        .selectAll()
        .where('final_at', 'is', null)
        .where(isUnsent())
        .where('submitting_at', 'is', null)
        .where('expires_at', '<', context.clock()),
      limit,
    );
    await settleUnsendable(context, trx, rows);
    return rows.length === limit;
  });

/** Skips messages that another process has locked. */
const lockBatch = <T>(
  messages: SelectQueryBuilder<Database, 'message', T>,
  limit: number,
): Promise<T[]> => messages.orderBy('id').limit(limit).forUpdate().skipLocked().execute();
