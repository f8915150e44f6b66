import type { ConsentRecord } from '@textloom/shared/contract';
import type { Selectable } from 'kysely';
import { iso } from '../times/iso.ts';
import type { ConsentTable } from '../store/tables/consentTables.ts';

/** Returns an entry of the ledger as the API shows it. */
export const toConsent = ({
  account_id: _,
  consented_at,
  created_at,
  ...row
}: Selectable<ConsentTable>): ConsentRecord => ({
  ...row,
  occurred_at: iso(consented_at),
  created_at: iso(created_at),
});
