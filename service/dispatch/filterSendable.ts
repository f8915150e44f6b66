import { readPermissions, type Texting } from '../consents/permissions.ts';
import type { Context } from '../core/context.ts';
import { advance, type Change } from '../messages/advance.ts';
import type { MessageRow } from '../messages/toMessage.ts';
import { quietUntil } from '../messages/quietHours.ts';
import { findHaltedBroadcasts, holdMessages } from '../recipients/haltedBroadcasts.ts';
import { findOpenStopReviews } from '../reviews/findOpenStopReviews.ts';
import type { Trx } from '../store/database.ts';
import { deferForQuietHours, type Deferral } from './deferForQuietHours.ts';
import { lookUpMarketing } from './lookUpMarketing.ts';

/**
 * Returns the messages that can still be sent, and ends the others: messages that have expired or
 * would expire while they wait, messages that their recipients do not allow, messages of broadcasts
 * to people who may have asked for no more, and marketing whose sender is no longer registered. The
 * transaction must hold the locks of the rows.
 *
 * Also leaves out marketing that must wait for the end of quiet hours, and messages of a broadcast
 * that is paused or stopped. They keep their status and leave their place in the queue. If their
 * submit was cut off, this also clears `submitting_at` and `claim`.
 */
export async function filterSendable(
  context: Context,
  trx: Trx,
  rows: readonly MessageRow[],
): Promise<MessageRow[]> {
  if (rows.length === 0) return [];
  const now = context.clock();
  const findConsentRefusal = await readPermissions(context, trx, rows.map(toTexting));
  const { findContactZone, findQuietHours, isRefused } = await lookUpMarketing(context, trx, rows);
  const halts = await findHaltedBroadcasts(trx, rows);
  const inReview = await findInReview(trx, rows);
  const held: string[] = [];
  const deferrals: Deferral[] = [];
  const changes = rows.flatMap((row): Change[] => {
    const halt = halts.get(row.broadcast_id ?? '');
    if (halt === 'cancel') return [{ messageId: row.id, to: 'canceled' }];
    if (halt === 'hold') {
      held.push(row.id);
      return [];
    }
    if (row.expires_at && row.expires_at <= now) {
      // If there was an earlier attempt, the carrier was unavailable. Otherwise, there was no
      // attempt.
      const error = row.submitting_at ? 'carrier_unavailable' : 'ttl_expired';
      return [{ messageId: row.id, to: 'expired', error }];
    }
    const unwanted = row.is_keyword_reply ? undefined : findConsentRefusal(toTexting(row));
    if (unwanted) return [{ messageId: row.id, to: 'failed', error: unwanted }];
    if (inReview.has(row.id)) return [{ messageId: row.id, to: 'canceled' }];
    if (isRefused(row)) return [{ messageId: row.id, to: 'failed', error: 'unregistered_sender' }];
    const until = quietUntil(row, findQuietHours(row), now, findContactZone(row));
    if (until && row.expires_at && row.expires_at <= until)
      return [{ messageId: row.id, to: 'expired', error: 'ttl_expired' }];
    if (until) deferrals.push({ id: row.id, until });
    return [];
  });
  await advance(context, trx, changes);
  await deferForQuietHours(trx, deferrals);
  await holdMessages(trx, held);
  const removed = new Set([
    ...changes.map(({ messageId }) => messageId),
    ...deferrals.map(({ id }) => id),
    ...held,
  ]);
  return rows.filter(({ id }) => !removed.has(id));
}

/** Returns the messages of broadcasts whose recipients' opt-outs nobody has decided yet. */
async function findInReview(trx: Trx, rows: readonly MessageRow[]): Promise<ReadonlySet<string>> {
  const byAccount = Map.groupBy(
    rows.filter(({ broadcast_id }) => broadcast_id !== null),
    ({ account_id }) => account_id,
  );
  const found: string[] = [];
  for (const [accountId, sent] of byAccount) {
    const phones = sent.map(({ recipient }) => recipient);
    const open = await findOpenStopReviews(trx, accountId, phones);
    found.push(...sent.flatMap(({ id, recipient }) => (open.has(recipient) ? [id] : [])));
  }
  return new Set(found);
}

const toTexting = ({ account_id: accountId, recipient, sender, purpose }: MessageRow): Texting => ({
  accountId,
  recipient,
  sender,
  purpose,
});
