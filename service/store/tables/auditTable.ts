import type { AuditEntry, Scope } from '@textloom/shared/contract';

/**
 * Who did what. The database refuses to change a row, and deletes only rows that are too old. No
 * column holds a value of a request.
 */
export interface AuditLogTable {
  id: string;
  account_id: string;
  operation: string;
  outcome: AuditEntry['outcome'];
  actor: AuditEntry['actor'];
  key_id: string | null;
  key_name: string | null;
  key_scope: Scope | null;
  resource_id: string | null;
  fields: string[];
  request_id: string | null;
  ip_address: string | null;
  created_at: Date;
}
