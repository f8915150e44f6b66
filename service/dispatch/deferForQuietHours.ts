import { sql } from 'kysely';
import type { Trx } from '../store/database.ts';

export interface Deferral {
  readonly id: string;
  /** When the quiet hours of the recipient end. */
  readonly until: Date;
}

/**
 * Puts off marketing whose turn has come, late, in the quiet hours of its recipient: it keeps its
 * status and gets a later place in the queue. The rows are locked by the transaction.
 */
export async function deferForQuietHours(trx: Trx, holds: readonly Deferral[]): Promise<void> {
  if (holds.length === 0) return;
  // A hand-over that was cut off is over.
  await sql`
    update message set due_at = held.until, send_at = held.until, held_reason = 'quiet_hours',
      submitting_at = null, claim = null
    from json_to_recordset(${JSON.stringify(holds)}::json) as held(id text, until timestamptz)
    where message.id = held.id`.execute(trx);
}
