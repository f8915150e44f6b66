import { hash } from 'node:crypto';
import { limits } from '@textloom/shared/contract';
import { sql } from 'kysely';
import type { Trx } from '../store/database.ts';
import { insertMany } from '../store/insertMany.ts';
import type { KeyCipher } from '../secrets/encryptWithKey.ts';
import { ServiceError } from '../errors/serviceError.ts';
import { hour, minute } from '../times/durations.ts';
import type { Context } from './context.ts';
import { deleteOldRows } from './deleteOldRows.ts';

export interface OperationResponse<T> {
  readonly status: number;
  readonly body: T;
  /** Whether this is the response to an earlier request with the same key. */
  readonly replayed?: true;
}

export type Result<T> = OperationResponse<T> | ServiceError;

export interface KeyedRequest {
  /** Without a key, the request always runs. */
  readonly key: string | undefined;
  readonly input: unknown;
}

export interface Scope {
  readonly trx: Trx;
  readonly accountId: string;
  /** The operation's path. A key applies to one operation. */
  readonly path: string;
  readonly now: Date;
  /** Encrypts stored responses that contain a secret. */
  readonly cipher?: KeyCipher | undefined;
}

export interface Claim {
  readonly key: string;
  readonly fingerprint: string;
  readonly index: number;
}

export interface StoredResult<T> {
  readonly fingerprint: string;
  readonly result: Result<T>;
}

/**
 * Returns the first request of each key, sorted by key, so that two transactions never wait for
 * each other.
 */
export function collectClaims(requests: readonly KeyedRequest[]): Claim[] {
  const first = new Map<string, Claim>();
  requests.forEach(({ key, input }, index) => {
    if (key !== undefined && !first.has(key))
      first.set(key, { key, fingerprint: computeFingerprint(input), index });
  });
  return [...first.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
}

/** Claims keys and returns the new ones. Waits for transactions that are claiming the same keys. */
export async function claimKeys(
  { trx, accountId, path, now }: Scope,
  claims: readonly Claim[],
): Promise<ReadonlySet<string>> {
  if (claims.length === 0) return new Set();
  const insert = insertMany(
    'idempotency',
    claims.map(({ key, fingerprint }) => ({
      account_id: accountId,
      path,
      key,
      fingerprint,
      status: running,
      body: '',
      created_at: now,
    })),
  );
  const { rows } = await sql<{ key: string }>`
    ${insert}
    on conflict (account_id, path, key)
      do update set fingerprint = excluded.fingerprint, created_at = excluded.created_at,
        status = excluded.status, body = excluded.body
      where idempotency.created_at < ${expiredBefore(now)}
        or (idempotency.status = ${running} and idempotency.created_at < ${abandonedBefore(now)})
    returning key`.execute(trx);
  return new Set(rows.map((row) => row.key));
}

/** Stands for the status of a response that does not exist yet. */
const running = 0;

/** A running request renews its key more often than this. */
const abandonedMs = minute;

const abandonedBefore = (now: Date): Date => new Date(now.getTime() - abandonedMs);

/** Keys that were created before this time have expired. */
const expiredBefore = (now: Date): Date => new Date(now.getTime() - limits.idempotencyHours * hour);

/**
 * Deletes keys that have expired by the process's clock and by the database's clock. Otherwise, one
 * process whose clock is ahead would delete the keys of all others, and a repeated request would
 * send again.
 */
export async function deleteExpiredKeys(
  context: Pick<Context, 'db' | 'batch' | 'clock'>,
): Promise<void> {
  const { rows } = await sql<{ readonly now: Date }>`select now() as now`.execute(context.db);
  const databaseNow = rows[0]!.now;
  await deleteOldRows(context, 'idempotency', (now) =>
    expiredBefore(now < databaseNow ? now : databaseNow),
  );
}

export async function readEarlier<T>(
  { trx, accountId, path, cipher }: Scope,
  claims: readonly Claim[],
): Promise<Map<string, StoredResult<T>>> {
  if (claims.length === 0) return new Map();
  const rows = await trx
    .selectFrom('idempotency')
    .select(['key', 'fingerprint', 'status', 'body'])
    .where('account_id', '=', accountId)
    .where('path', '=', path)
    .where(
      'key',
      'in',
      claims.map(({ key }) => key),
    )
    .execute();
  return new Map(
    rows.map(({ key, fingerprint, status, body }) => {
      if (status === running)
        return [key, { fingerprint, result: new ServiceError('idempotency_in_progress') }];
      const plaintext = cipher ? cipher.decrypt(body) : body;
      // An API key must not see the response to another API key.
      const result: Result<T> =
        plaintext === undefined
          ? new ServiceError('idempotency_key_reused')
          : { status, body: JSON.parse(plaintext) as T };
      return [key, { fingerprint, result }];
    }),
  );
}

export async function storeResults<T>(
  { trx, accountId, path, now, cipher }: Scope,
  claims: readonly (Claim & { readonly result: Result<T> })[],
): Promise<void> {
  if (claims.length === 0) return;
  const serialize = (body: T) => {
    const json = JSON.stringify(body ?? null);
    return cipher ? cipher.encrypt(json) : json;
  };
  const rows = claims.flatMap(({ key, fingerprint, result }) =>
    result instanceof ServiceError
      ? []
      : [
          {
            account_id: accountId,
            path,
            key,
            fingerprint,
            status: result.status,
            body: serialize(result.body),
            created_at: now,
          },
        ],
  );
  if (rows.length > 0) {
    // The rows exist. The conflict clause finds each by its key, whatever the query planner
    // assumes.
    await sql`
      ${insertMany('idempotency', rows)}
      on conflict (account_id, path, key)
        do update set status = excluded.status, body = excluded.body`.execute(trx);
  }
  const dropped = claims.flatMap(({ key, result }) =>
    result instanceof ServiceError ? [key] : [],
  );
  if (dropped.length === 0) return;
  await trx
    .deleteFrom('idempotency')
    .where('account_id', '=', accountId)
    .where('path', '=', path)
    .where('key', 'in', dropped)
    .execute();
}

/** Returns the same fingerprint for inputs that differ only in the order of their fields. */
export function computeFingerprint(input: unknown): string {
  const sorted = (_: string, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value;
  return hash('sha256', JSON.stringify(input, sorted));
}
