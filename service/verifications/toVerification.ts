import type { Verification } from '@textloom/shared/contract';
import type { Selectable } from 'kysely';
import { iso } from '../times/iso.ts';
import type { VerificationTable } from '../store/tables/verificationTables.ts';

export type VerificationRow = Selectable<VerificationTable>;

/** Returns whether the time of a pending code is over, even before the sweep notices. */
export const isOverdue = ({ status, expires_at }: VerificationRow, now: Date): boolean =>
  status === 'pending' && expires_at <= now;

/** Returns the verification as the API shows it. */
export const toVerification = (row: VerificationRow, now: Date): Verification => ({
  id: row.id,
  status: isOverdue(row, now) ? 'expired' : row.status,
  to: row.phone,
  country: row.country,
  attempts_left: row.attempts_left,
  message_id: row.message_id,
  next_code_at: iso(row.next_code_at),
  expires_at: iso(row.expires_at),
  created_at: iso(row.created_at),
  approved_at: iso(row.approved_at),
});
