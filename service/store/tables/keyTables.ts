import type { AuditEntry, Scope } from '@textloom/shared/contract';
import type { Generated } from 'kysely';

export interface ApiKeyTable {
  id: string;
  account_id: string;
  /** The SHA-256 hash of the key, in hex. */
  hash: string;
  scope: Scope;
  name: Generated<string>;
  /** Null for a key that an earlier version created. */
  last4: Generated<string | null>;
  /** Exact to the minute. */
  last_used_at: Generated<Date | null>;
  /** The row stays, so that a start with the same API_KEY does not restore the key. */
  revoked_at: Generated<Date | null>;
  /**
   * Whether this is the first account's admin key, which comes from the settings or from the first
   * start.
   */
  is_bootstrap: Generated<boolean>;
  /** Null for a key that never expires. */
  expires_at: Generated<Date | null>;
  /** The key that replaced this one in its rotation. A key is rotated once. */
  replaced_by: Generated<string | null>;
  created_at: Date;
}

/**
 * Who did what. The database refuses to change a row, and deletes only rows that are too old. No
 * column holds a value of a request, except for the name of a key.
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
