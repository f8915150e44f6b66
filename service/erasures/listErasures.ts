import type { Erasure, FilledInput, contract } from '@textloom/shared/contract';
import type { Selectable } from 'kysely';
import type { UnitOfWork } from '../core/unitOfWork.ts';
import { iso } from '../times/iso.ts';
import { readPage, type Page } from '../store/readPage.ts';
import type { ErasureTable } from '../store/tables/consentTables.ts';

export const listErasures = (
  { trx, account }: Pick<UnitOfWork, 'trx' | 'account'>,
  { contact_id, status, ...paging }: FilledInput<(typeof contract)['erasure']['list']>,
): Promise<Page<Erasure>> =>
  readPage(
    'ers',
    trx
      .selectFrom('erasure')
      .selectAll()
      .where('account_id', '=', account.id)
      .where((where) => where.and({ contact_id, status })),
    paging,
    toErasure,
  );

const toErasure = (row: Selectable<ErasureTable>): Erasure => ({
  id: row.id,
  contact_id: row.contact_id,
  status: row.status,
  messages: row.messages,
  created_at: iso(row.created_at),
  completed_at: iso(row.completed_at),
});
