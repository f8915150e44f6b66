import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { advance, type Change } from '../messaging/advance.ts';
import type { MessageRow } from '../messaging/messageOf.ts';
import type { Trx } from '../store/database.ts';
import { holdBack } from './holdBack.ts';

/**
 * Of messages that are about to be handed over, those that still may be; the others end here, as
 * expired or because their recipient has opted out. The rows are locked by the transaction.
 *
 * What is only to wait longer is left out here too: it gets a later `due_at`, and keeps its status.
 * One whose hand-over was cut off carries `submitting_at` and `claim` still, which then have to go.
 */
export async function chooseWanted(
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
  const endings = rows.flatMap((row): Change[] => {
    if (row.expires_at && row.expires_at <= now) {
      // Tried before in vain, it was the carrier that was not there; else there was never a try.
      const error = row.submitting_at ? 'carrier_unavailable' : 'ttl_expired';
      return [{ messageId: row.id, to: 'expired', error }];
    }
    if (!optedOut.has(`${row.account_id} ${row.recipient}`) || row.is_keyword_reply) return [];
    return [{ messageId: row.id, to: 'failed', error: 'recipient_opted_out' }];
  });
  await advance(context, trx, endings);
  const ended = new Set(endings.map(({ messageId }) => messageId));
  const open = rows.filter(({ id }) => !ended.has(id));
  const held = await holdBack(trx, open, now);
  return open.filter(({ id }) => !held.has(id));
}
