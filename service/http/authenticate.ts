import { authentication, errors } from '@textloom/shared/contract';
import type { IncomingHttpHeaders } from 'node:http';
import { hashKey, type Caller } from '../accounts/caller.ts';
import { endOfKey } from '../accounts/findValidKeys.ts';
import type { AuditedKey } from '../audit/recordAudit.ts';
import type { Context } from '../core/context.ts';
import { inTime } from '../concurrency/inTime.ts';
import { encryptWithKey, type KeyCipher } from '../secrets/encryptWithKey.ts';
import { minute } from '../times/durations.ts';

/** The key of a request existed, but no longer works. */
export interface EndedKey extends AuditedKey {
  readonly accountId: string;
  readonly ended: 'revoked' | 'expired';
  readonly keyExpiresAt: Date | null;
}

export interface AuthenticatedCaller extends Caller {
  /** Encrypts data with the API key of the request. */
  readonly cipher: KeyCipher;
}

/**
 * A key that somebody revokes or rotates stays valid for at most this time. Other processes
 * use old settings of the account for at most this time.
 */
const cacheMs = 1_000;
const maxCached = 10_000;
/** Requests stop waiting for a lookup that takes longer, and the next request starts a new one. */
const lookupTimeoutMs = 20_000;

/** Identifies the caller by the key of a request. */
export type Authenticate = (requestHeaders: IncomingHttpHeaders) => Authentication;

type KeyLookup = AuthenticatedCaller | EndedKey | undefined;

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
  readonly confirm: () => Promise<KeyLookup>;
}

export function createAuthenticator(context: Pick<Context, 'db' | 'clock'>): Authenticator {
  const callers = new Map<string, { caller: AuthenticatedCaller; until: number }>();
  const pendingLookups = new Map<string, Promise<KeyLookup>>();
  let changes = 0;
  const find = async (key: string, hash: string) => {
    const before = changes;
    const caller = await findCaller(context, key, hash);
    callers.delete(hash);
    if (caller && 'ended' in caller) return caller;
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
        if (cached && cached.until > performance.now() && !hasEnded(cached.caller, context))
          return cached.caller;
        // Concurrent requests of a busy caller share one query.
        const found: Promise<KeyLookup> =
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

/** Returns whether a key has ended since its lookup, as far as this process knows. */
const hasEnded = (
  { keyExpiresAt }: AuthenticatedCaller,
  { clock }: Pick<Context, 'clock'>,
): boolean => endOfKey({ revoked_at: null, expires_at: keyExpiresAt }, clock()) !== undefined;

export function readApiKey(requestHeaders: IncomingHttpHeaders): string | undefined {
  const value = requestHeaders[authentication.header.toLowerCase()];
  if (typeof value !== 'string') return undefined;
  return value.toLowerCase().startsWith(authentication.prefix.toLowerCase())
    ? value.slice(authentication.prefix.length).trim()
    : undefined;
}

/** Says what is wrong with the key of a request whose key the service does not accept. */
export function describeKeyFault(requestHeaders: IncomingHttpHeaders): string {
  const { header, prefix } = authentication;
  const example = `Send the header ${header}: ${prefix}KEY.`;
  if (!requestHeaders[header.toLowerCase()]) return `The request has no API key. ${example}`;
  if (readApiKey(requestHeaders))
    return `The API key is not valid. ${errors.unauthenticated.remedy}`;
  return `The header ${header} has no API key after the word ${prefix.trim()}. ${example}`;
}

const lastUsedEveryMs = minute;

async function findCaller(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  key: string,
  hash: string,
): Promise<KeyLookup> {
  const found = await db
    .selectFrom('api_key')
    .innerJoin('account', 'account.id', 'api_key.account_id')
    .selectAll('account')
    .select(['api_key.id as key_id', 'api_key.name as key_name', 'api_key.scope'])
    .select(['api_key.last_used_at', 'api_key.revoked_at', 'api_key.expires_at'])
    .where('api_key.hash', '=', hash)
    .executeTakeFirst();
  if (!found) return undefined;
  const { key_id, key_name, scope, last_used_at, revoked_at, expires_at, ...account } = found;
  const named = { keyId: key_id, keyName: key_name, scope, keyExpiresAt: expires_at };
  const now = clock();
  const ended = endOfKey({ revoked_at, expires_at }, now);
  if (ended) return { ...named, accountId: account.id, ended };
  // A write for each request would cost more than the request.
  if (!last_used_at || now.getTime() - last_used_at.getTime() >= lastUsedEveryMs)
    await db.updateTable('api_key').set({ last_used_at: now }).where('id', '=', key_id).execute();
  return { ...named, account, cipher: encryptWithKey(key) };
}
