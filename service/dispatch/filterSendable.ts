import { sql } from 'kysely';
import type { Context } from '../core/context.ts';
import { advance, type Change } from '../messages/advance.ts';
import type { MessageRow } from '../messages/toMessage.ts';
import { quietUntil } from '../messages/quietHours.ts';
import type { Trx } from '../store/database.ts';
import { deferForQuietHours, type Deferral } from './deferForQuietHours.ts';
import { lookUpMarketing } from './lookUpMarketing.ts';

/**
 * Returns the messages that can still be sent, and ends the others: messages that have expired or
 * would expire while they wait, messages to recipients who have opted out, and marketing whose
 * sender is no longer registered. The transaction must hold the locks of the rows.
 *
 * Also leaves out marketing that must wait for the end of quiet hours. It keeps its status and gets
 * a later `due_at`. If its submit was cut off, this also clears `submitting_at` and `claim`.
 */
export async function filterSendable(
  context: Context,
  trx: Trx,
  rows: readonly MessageRow[],
): Promise<MessageRow[]> {
  if (rows.length === 0) return [];
  const now = context.clock();
  const { rows: optOuts } = await sql<{ account_id: string; phone: string }>`
    select account_id, phone from opt_out
    where account_id = any(${[...new Set(rows.map((row) => row.account_id))]}::text[])
      and phone = any(${[...new Set(rows.map((row) => row.recipient))]}::text[])`.execute(trx);
  const optedOut = new Set(optOuts.map(({ account_id, phone }) => `${account_id} ${phone}`));
  const { findContactZone, isRefused } = await lookUpMarketing(context, trx, rows);
  const deferrals: Deferral[] = [];
  const changes = rows.flatMap((row): Change[] => {
    if (row.expires_at && row.expires_at <= now) {
      // If there was an earlier attempt, the carrier was unavailable. Otherwise, there was no
      // attempt.
      const error = row.submitting_at ? 'carrier_unavailable' : 'ttl_expired';
      return [{ messageId: row.id, to: 'expired', error }];
    }
    if (optedOut.has(`${row.account_id} ${row.recipient}`) && !row.is_keyword_reply)
      return [{ messageId: row.id, to: 'failed', error: 'recipient_opted_out' }];
    if (isRefused(row)) return [{ messageId: row.id, to: 'failed', error: 'unregistered_sender' }];
    const until = quietUntil(row, now, findContactZone(row));
    if (until && row.expires_at && row.expires_at <= until)
      return [{ messageId: row.id, to: 'expired', error: 'ttl_expired' }];
    if (until) deferrals.push({ id: row.id, until });
    return [];
  });
  await advance(context, trx, changes);
  await deferForQuietHours(trx, deferrals);
  const removed = new Set([
    ...changes.map(({ messageId }) => messageId),
    ...deferrals.map(({ id }) => id),
  ]);
  return rows.filter(({ id }) => !removed.has(id));
}
