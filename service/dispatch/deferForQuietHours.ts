import { sql } from 'kysely';
import type { Trx } from '../store/database.ts';

export interface Deferral {
  readonly id: string;
  /** When the quiet hours of the recipient end. */
  readonly until: Date;
}

/**
 * Defers marketing that is due during the quiet hours of its recipient. The message keeps its
 * status and gets a later place in the queue. The transaction must hold the locks of the rows.
 */
export async function deferForQuietHours(trx: Trx, deferrals: readonly Deferral[]): Promise<void> {
  if (deferrals.length === 0) return;
  // Also ends a submit that was cut off.
  await sql`
    update message set due_at = deferral.until, send_at = deferral.until, held_reason = 'quiet_hours',
      submitting_at = null, claim = null
    from json_to_recordset(${JSON.stringify(deferrals)}::json) as deferral(id text, until timestamptz)
    where message.id = deferral.id`.execute(trx);
}
