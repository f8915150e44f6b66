import type { AuditEntry } from '@textloom/shared/contract';
import type { Selectable } from 'kysely';
import { iso } from '../times/iso.ts';
import type { AuditLogTable } from '../store/tables/keyTables.ts';

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
