import { sql } from 'kysely';
import type { Context } from '../core/context.ts';
import { advance, type Change } from '../messages/advance.ts';
import type { MessageRow } from '../messages/messageOf.ts';
import { heldUntil } from '../messages/quietHours.ts';
import type { Trx } from '../store/database.ts';
import { deferForQuietHours, type Deferral } from './deferForQuietHours.ts';
import { lookUpMarketing } from './lookUpMarketing.ts';

/**
 * Of messages that are about to be handed over, those that still may be; the others end here: what
 * is too late or would be once it may go, what its recipient has opted out of, and marketing whose
 * sender is not registered any more. The rows are locked by the transaction.
 *
 * What is only to wait longer is left out here too: it gets a later `due_at`, and keeps its status.
 * One whose hand-over was cut off carries `submitting_at` and `claim` still, which then must go.
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
  const { contactZoneOf, isRefused } = await lookUpMarketing(context, trx, rows);
  const holds: Deferral[] = [];
  const endings = rows.flatMap((row): Change[] => {
    if (row.expires_at && row.expires_at <= now) {
      // Tried before in vain, it was the carrier that was not there; else there was never a try.
      const error = row.submitting_at ? 'carrier_unavailable' : 'ttl_expired';
      return [{ messageId: row.id, to: 'expired', error }];
    }
    if (optedOut.has(`${row.account_id} ${row.recipient}`) && !row.is_keyword_reply)
      return [{ messageId: row.id, to: 'failed', error: 'recipient_opted_out' }];
    if (isRefused(row)) return [{ messageId: row.id, to: 'failed', error: 'unregistered_sender' }];
    const until = heldUntil(row, now, contactZoneOf(row));
    if (until && row.expires_at && row.expires_at <= until)
      return [{ messageId: row.id, to: 'expired', error: 'ttl_expired' }];
    if (until) holds.push({ id: row.id, until });
    return [];
  });
  await advance(context, trx, endings);
  await deferForQuietHours(trx, holds);
  const left = new Set([
    ...endings.map(({ messageId }) => messageId),
    ...holds.map(({ id }) => id),
  ]);
  return rows.filter(({ id }) => !left.has(id));
}
