import { isIP } from 'node:net';
import type { AuditEntry, Scope } from '@textloom/shared/contract';
import { newId } from '../lib/ids.ts';
import type { Db } from '../store/database.ts';

/** An API key as the audit log names it. */
export interface AuditedKey {
  readonly keyId: string;
  readonly keyName: string;
  readonly scope: Scope;
}

export interface AuditRecord {
  readonly accountId: string;
  /** The operation of the contract, or of the command line, such as `account.create`. */
  readonly operation: string;
  readonly outcome?: AuditEntry['outcome'];
  readonly by: AuditedKey | 'command_line' | 'service';
  readonly resourceId?: string | undefined;
  /** The names of the fields, never their values. */
  readonly fields?: readonly string[];
  readonly requestId?: string;
  readonly ipAddress?: string;
  readonly now: Date;
}

/** Adds an entry to the audit log. Call it in the transaction that makes the change. */
export async function recordAudit(db: Db, record: AuditRecord): Promise<void> {
  const { by, ipAddress } = record;
  const key = typeof by === 'string' ? undefined : by;
  await db
    .insertInto('audit_log')
    .values({
      id: newId('aud'),
      account_id: record.accountId,
      operation: record.operation,
      outcome: record.outcome ?? 'succeeded',
      actor: typeof by === 'string' ? by : 'key',
      key_id: key?.keyId ?? null,
      key_name: key?.keyName ?? null,
      key_scope: key?.scope ?? null,
      resource_id: record.resourceId ?? null,
      fields: [...(record.fields ?? [])].sort(),
      request_id: record.requestId ?? null,
      // A client can write anything into a header that a proxy passes on.
      ip_address: ipAddress !== undefined && isIP(ipAddress) ? ipAddress : null,
      created_at: record.now,
    })
    .execute();
}
