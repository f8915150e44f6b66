import type { Selectable } from 'kysely';
import type { Context } from '../core/context.ts';
import { deleteOldRows } from '../core/deleteOldRows.ts';
import { expiredBefore } from '../core/idempotencyKeys.ts';
import { deleteOldEntries } from '../audit/deleteOldEntries.ts';
import { foldBroadcastTally } from '../broadcasts/foldBroadcastTally.ts';
import { advance, type Change } from '../messages/advance.ts';
import { repliesCountFrom } from '../messages/keywords/replyAutomatically.ts';
import { failReleasedSenders } from '../dispatch/failReleasedSender.ts';
import { findHaltedBroadcasts, holdMessages } from '../recipients/haltedBroadcasts.ts';
import { reviewRegistrations } from '../registrations/registrationReview.ts';
import { quarantineStart } from '../numbers/quarantine.ts';
import { foldTally } from '../reports/foldTally.ts';
import type { Trx } from '../store/database.ts';
import type { MessageTable } from '../store/tables/messageTables.ts';
import { maintain } from '../store/maintain.ts';
import { matchOrphanReceipts } from '../dispatch/matchOrphanReceipts.ts';
import { correctFutureTimes } from '../dispatch/correctFutureTimes.ts';
import { deleteOldCounters, expireVerifications } from '../verifications/expireVerifications.ts';
import { deleteWebhookRows } from '../webhooks/deleteWebhookRows.ts';
import { expireWebhooks } from '../webhooks/expireWebhooks.ts';
import { deleteLateReceipts } from '../erasures/lateReceipts.ts';
import { workOnErasures } from '../erasures/workOnErasures.ts';
import { canBeAbout } from '../dispatch/receipts.ts';
import { matchWaitingReceipts } from './matchWaitingReceipts.ts';

const hour = 3_600_000;
const batch = 500;

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
  (context) => deleteOldRows(context, 'idempotency', expiredBefore(context.clock())),
  (context) => deleteOldRows(context, 'released_number', quarantineStart(context.clock())),
  (context) => deleteOldRows(context, 'automatic_reply', repliesCountFrom(context.clock())),
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

function markUnconfirmed(context: Context): Promise<void> {
  const now = context.clock().getTime();
  return finishBatch(context, { to: 'unconfirmed', error: 'no_receipt' }, (open) =>
    open
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
  );
}

/**
 * Expires messages that were never submitted, because the carrier was unreachable for their whole
 * time to live. Holds those whose broadcast is paused or stopped.
 */
const expireUnsent = (context: Context): Promise<void> =>
  finishBatch(
    context,
    { to: 'expired', error: 'ttl_expired' },
    (open) =>
      open
        .where('status', 'in', ['scheduled', 'queued'])
        .where('submitting_at', 'is', null)
        .where('expires_at', '<', context.clock()),
    holdHalted,
  );

/** Holds the messages of broadcasts that do not run, and returns the others. */
async function holdHalted(trx: Trx, rows: OpenMessage[]): Promise<OpenMessage[]> {
  const halts = await findHaltedBroadcasts(trx, rows);
  const isHeld = (row: OpenMessage) => halts.get(row.broadcast_id ?? '') === 'hold';
  await holdMessages(
    trx,
    rows.filter(isHeld).map(({ id }) => id),
  );
  return rows.filter((row) => !isHeld(row));
}

type OpenMessage = Pick<Selectable<MessageTable>, 'id' | 'broadcast_id'>;

const openMessages = (trx: Trx) =>
  trx.selectFrom('message').select(['id', 'broadcast_id']).where('final_at', 'is', null);

/** Ends a batch of messages, and skips messages that another process has locked. */
const finishBatch = (
  context: Context,
  change: Omit<Change, 'messageId'>,
  select: (open: ReturnType<typeof openMessages>) => ReturnType<typeof openMessages>,
  choose = (_: Trx, found: OpenMessage[]) => Promise.resolve(found),
): Promise<void> =>
  context.db.transaction().execute(async (trx) => {
    const rows = await select(openMessages(trx))
      .orderBy('id')
      .limit(batch)
      .forUpdate()
      .skipLocked()
      .execute();
    const chosen = await choose(trx, rows);
    await advance(
      context,
      trx,
      chosen.map(({ id }) => ({ messageId: id, ...change })),
    );
  });
