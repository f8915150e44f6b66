import { createHash } from 'node:crypto';
import { authentication, scopes, type Scope } from '@textloom/shared/contract';
import type { IncomingHttpHeaders } from 'node:http';
import type { Selectable } from 'kysely';
import type { Db } from '../store/database.ts';
import type { AccountTable } from '../store/tables.ts';

export interface Caller {
  readonly keyId: string;
  readonly scope: Scope;
  readonly account: Selectable<AccountTable>;
}

export const hashOfKey = (key: string): string => createHash('sha256').update(key).digest('hex');

export const mayDo = (scope: Scope, needed: Scope): boolean =>
  scopes.indexOf(scope) >= scopes.indexOf(needed);

const rememberMs = 10_000;

/** Looks up whose key a request carries. A key is remembered for seconds, so that a busy caller costs no query each time. */
export function createAuthenticate(
  db: Db,
): (requestHeaders: IncomingHttpHeaders) => Promise<Caller | undefined> {
  const known = new Map<string, { caller: Caller; until: number }>();
  return async (requestHeaders) => {
    const value = requestHeaders[authentication.header.toLowerCase()];
    if (
      typeof value !== 'string' ||
      !value.toLowerCase().startsWith(authentication.prefix.toLowerCase())
    )
      return undefined;
    const hash = hashOfKey(value.slice(authentication.prefix.length).trim());
    const remembered = known.get(hash);
    if (remembered && remembered.until > Date.now()) return remembered.caller;
    const caller = await findCaller(db, hash);
    if (known.size > 10_000) known.clear();
    if (caller) known.set(hash, { caller, until: Date.now() + rememberMs });
    return caller;
  };
}

async function findCaller(db: Db, hash: string): Promise<Caller | undefined> {
  const row = await db
    .selectFrom('api_key')
    .innerJoin('account', 'account.id', 'api_key.account_id')
    .selectAll('account')
    .select(['api_key.id as key_id', 'api_key.scope'])
    .where('api_key.hash', '=', hash)
    .executeTakeFirst();
  if (!row) return undefined;
  const { key_id: keyId, scope, ...account } = row;
  return { keyId, scope, account };
}
