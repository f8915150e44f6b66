import type { Erasure } from '@textloom/shared/contract';
import type { Selectable } from 'kysely';
import { readPage } from '../store/readPage.ts';
import type { ErasureTable } from '../store/tables/consentTables.ts';
import { iso } from '../times/iso.ts';
import type { Handlers } from './handlers.ts';

export const erasure = {
  list({ trx, account }, { contact_id, status, ...paging }) {
    const found = trx
      .selectFrom('erasure')
      .selectAll()
      .where('account_id', '=', account.id)
      .where((where) => where.and({ contact_id, status }));
    return readPage('ers', found, paging, toErasure);
  },
} satisfies Handlers['erasure'];

const toErasure = (row: Selectable<ErasureTable>): Erasure => ({
  id: row.id,
  contact_id: row.contact_id,
  status: row.status,
  messages: row.messages,
  created_at: iso(row.created_at),
  completed_at: iso(row.completed_at),
});
