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
const mostKnown = 10_000;

/** Whose key a request carries. */
export type Recognise = (requestHeaders: IncomingHttpHeaders) => {
  /** Who had this key when it was last looked up. */
  readonly known: Caller | undefined;
  /** Who has it; what was found within the last seconds counts, so that a busy caller costs no query each time. */
  readonly confirm: () => Promise<Caller | undefined>;
};

export function createRecognise(db: Db): Recognise {
  const callers = new Map<string, { caller: Caller; until: number }>();
  return (requestHeaders) => {
    const key = keyOf(requestHeaders);
    if (key === undefined) return { known: undefined, confirm: () => Promise.resolve(undefined) };
    const hash = hashOfKey(key);
    const remembered = callers.get(hash);
    return {
      known: remembered?.caller,
      confirm: async () => {
        if (remembered && remembered.until > Date.now()) return remembered.caller;
        const caller = await findCaller(db, hash);
        callers.delete(hash);
        if (caller) callers.set(hash, { caller, until: Date.now() + rememberMs });
        if (callers.size > mostKnown) callers.delete(callers.keys().next().value!);
        return caller;
      },
    };
  };
}

function keyOf(requestHeaders: IncomingHttpHeaders): string | undefined {
  const value = requestHeaders[authentication.header.toLowerCase()];
  if (typeof value !== 'string') return undefined;
  return value.toLowerCase().startsWith(authentication.prefix.toLowerCase())
    ? value.slice(authentication.prefix.length).trim()
    : undefined;
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
