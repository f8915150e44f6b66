import { sql } from 'kysely';
import type { MessageRow } from '../messaging/messageOf.ts';
import { heldUntil } from '../messaging/quietHours.ts';
import type { Trx } from '../store/database.ts';

/**
 * Puts off marketing whose turn has come, late, in the quiet hours of its recipient: it keeps its
 * status and gets a later place in the line. Returns the ids. The rows are locked by the transaction.
 */
export async function holdBack(
  trx: Trx,
  rows: readonly MessageRow[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const held = rows.flatMap((row) => {
    const until = heldUntil(row, now);
    return until ? [{ id: row.id, until }] : [];
  });
  if (held.length > 0) {
    // A hand-over that was cut off is over.
    await sql`
      update message set due_at = held.until, held_reason = 'quiet_hours',
        submitting_at = null, claim = null
      from json_to_recordset(${JSON.stringify(held)}::json) as held(id text, until timestamptz)
      where message.id = held.id`.execute(trx);
  }
  return new Set(held.map(({ id }) => id));
}
