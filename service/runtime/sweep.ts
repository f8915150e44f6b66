import type { Context } from '../core/context.ts';
import { deleteOldRows } from '../core/deleteOldRows.ts';
import { deleteExpiredKeys } from '../core/idempotencyKeys.ts';
import { deleteOldEntries } from '../audit/deleteOldEntries.ts';
import { removeDeletedLists } from '../contacts/deletedLists.ts';
import { foldBroadcastTally } from '../broadcasts/foldBroadcastTally.ts';
import { repliesCountFrom } from '../messages/keywords/replyAutomatically.ts';
import { failReleasedSenders } from '../dispatch/failReleasedSender.ts';
import { reviewRegistrations } from '../registrations/registrationReview.ts';
import { quarantineStart } from '../numbers/quarantine.ts';
import { foldTally } from '../reports/foldTally.ts';
import { maintain } from '../store/maintain.ts';
import { matchOrphanReceipts } from '../dispatch/receipts/matchOrphanReceipts.ts';
import { correctFutureTimes } from '../dispatch/correctFutureTimes.ts';
import { deleteOldCounters, expireVerifications } from '../verifications/expireVerifications.ts';
import { deleteWebhookRows } from '../webhooks/deleteWebhookRows.ts';
import { expireWebhooks } from '../webhooks/expireWebhooks.ts';
import { deleteLateReceipts } from '../erasures/lateReceipts.ts';
import { workOnErasures } from '../erasures/workOnErasures.ts';
import { markUnconfirmed } from '../dispatch/receipts/markUnconfirmed.ts';
import { expireUnsent } from '../dispatch/expireUnsent.ts';
import { matchWaitingReceipts } from '../dispatch/receipts/matchWaitingReceipts.ts';

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
  markUnconfirmed,
  expireUnsent,
  failReleasedSenders,
  reviewRegistrations,
  deleteExpiredKeys,
  (context) => deleteOldRows(context, 'released_number', quarantineStart),
  (context) => deleteOldRows(context, 'automatic_reply', repliesCountFrom),
  deleteOldEntries,
  expireWebhooks,
  deleteWebhookRows,
  removeDeletedLists,
  expireVerifications,
  deleteOldCounters,
  correctFutureTimes,
  workOnErasures,
  deleteLateReceipts,
  ({ db, batch }) => foldTally(db, 10 * batch()),
  ({ db, batch }) => foldBroadcastTally(db, 10 * batch()),
  ({ db, embedded }) => maintain(db, embedded),
];
