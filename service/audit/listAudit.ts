import type { AuditEntry, FilledInput, contract } from '@textloom/shared/contract';
import type { Selectable } from 'kysely';
import type { UnitOfWork } from '../core/unitOfWork.ts';
import { iso } from '../times/iso.ts';
import { readPage, type Page } from '../store/readPage.ts';
import { createdWithin, parseCreation } from '../search/timeRange.ts';
import type { AuditLogTable } from '../store/tables/keyTables.ts';

/** Lists entries. Each filter has an index whose second part is the ID, which sorts by time. */
export function listAudit(
  { trx, account, now }: Pick<UnitOfWork, 'trx' | 'account' | 'now'>,
  {
    created_after,
    created_before,
    limit,
    cursor,
    ...equal
  }: FilledInput<(typeof contract)['audit']['list']>,
): Promise<Page<AuditEntry>> {
  const range = parseCreation({ created_after, created_before });
  const found = trx
    .selectFrom('audit_log')
    .selectAll()
    .where('account_id', '=', account.id)
    .where((where) => where.and(equal))
    .where(createdWithin('aud', now, range));
  return readPage('aud', found, { limit, cursor }, toAuditEntry);
}

export const toAuditEntry = (row: Selectable<AuditLogTable>): AuditEntry => ({
  id: row.id,
  operation: row.operation,
  outcome: row.outcome,
  actor: row.actor,
  key_id: row.key_id,
  key_name: row.key_name,
  key_scope: row.key_scope,
  resource_id: row.resource_id,
  fields: row.fields,
  request_id: row.request_id,
  ip_address: row.ip_address,
  created_at: iso(row.created_at),
});
