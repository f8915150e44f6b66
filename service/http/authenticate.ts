import { authentication } from '@textloom/shared/contract';
import type { IncomingHttpHeaders } from 'node:http';
import { hashKey, type Caller } from '../accounts/caller.ts';
import type { Context } from '../core/context.ts';
import { inTime } from '../lib/inTime.ts';
import { encryptWithKey, type KeyCipher } from '../lib/encryptWithKey.ts';

export interface AuthenticatedCaller extends Caller {
  /** Encrypts data with the API key of the request. */
  readonly cipher: KeyCipher;
}

/**
 * A revoked key stays valid for at most this time, and other processes use old settings of the
 * account for at most this time.
 */
const cacheMs = 1_000;
const maxCached = 10_000;
/** Requests stop waiting for a lookup that takes longer, and the next request starts a new one. */
const lookupTimeoutMs = 20_000;

/** Identifies the caller by the key of a request. */
export type Authenticate = (requestHeaders: IncomingHttpHeaders) => Authentication;

interface Authenticator extends Authenticate {
  /** Looks the keys of an account up again, because its settings have changed. */
  readonly forget: (accountId: string) => void;
}

interface Authentication {
  /** The owner of the key at the last lookup. */
  readonly known: AuthenticatedCaller | undefined;
  /**
   * Returns the current owner of the key. Results are cached for a second, so that a busy caller
   * does not cause a query for each request.
   */
  readonly confirm: () => Promise<AuthenticatedCaller | undefined>;
}

export function createAuthenticator(context: Pick<Context, 'db' | 'clock'>): Authenticator {
  const callers = new Map<string, { caller: AuthenticatedCaller; until: number }>();
  const pendingLookups = new Map<string, Promise<AuthenticatedCaller | undefined>>();
  let changes = 0;
  const find = async (key: string, hash: string) => {
    const before = changes;
    const caller = await findCaller(context, key, hash);
    callers.delete(hash);
    // A lookup from before a change may have read the old settings.
    if (caller && changes === before)
      callers.set(hash, { caller, until: performance.now() + cacheMs });
    if (callers.size > maxCached) callers.delete(callers.keys().next().value!);
    return caller;
  };
  const authenticate = (requestHeaders: IncomingHttpHeaders): Authentication => {
    const key = readApiKey(requestHeaders);
    if (key === undefined) return { known: undefined, confirm: () => Promise.resolve(undefined) };
    const hash = hashKey(key);
    const cached = callers.get(hash);
    return {
      known: cached?.caller,
      confirm: async () => {
        if (cached && cached.until > performance.now()) return cached.caller;
        // Concurrent requests of a busy caller share one query.
        const found: Promise<AuthenticatedCaller | undefined> =
          pendingLookups.get(hash) ??
          inTime(lookupTimeoutMs, find(key, hash)).finally(() => {
            if (pendingLookups.get(hash) === found) pendingLookups.delete(hash);
          });
        pendingLookups.set(hash, found);
        return found;
      },
    };
  };
  const forget = (accountId: string) => {
    changes++;
    pendingLookups.clear();
    for (const [hash, { caller }] of callers)
      if (caller.account.id === accountId) callers.delete(hash);
  };
  return Object.assign(authenticate, { forget });
}

function readApiKey(requestHeaders: IncomingHttpHeaders): string | undefined {
  const value = requestHeaders[authentication.header.toLowerCase()];
  if (typeof value !== 'string') return undefined;
  return value.toLowerCase().startsWith(authentication.prefix.toLowerCase())
    ? value.slice(authentication.prefix.length).trim()
    : undefined;
}

const lastUsedEveryMs = 60_000;

async function findCaller(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  key: string,
  hash: string,
): Promise<AuthenticatedCaller | undefined> {
  const row = await db
    .selectFrom('api_key')
    .innerJoin('account', 'account.id', 'api_key.account_id')
    .selectAll('account')
    .select(['api_key.id as key_id', 'api_key.scope', 'api_key.last_used_at'])
    .where('api_key.hash', '=', hash)
    .where('api_key.revoked_at', 'is', null)
    .executeTakeFirst();
  if (!row) return undefined;
  const { key_id: keyId, scope, last_used_at: lastUsed, ...account } = row;
  const now = clock();
  if (!lastUsed || now.getTime() - lastUsed.getTime() >= lastUsedEveryMs) {
    await db.updateTable('api_key').set({ last_used_at: now }).where('id', '=', keyId).execute();
  }
  return { keyId, scope, account, cipher: encryptWithKey(key) };
}
