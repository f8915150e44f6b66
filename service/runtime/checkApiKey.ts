import { hashKey } from '../accounts/caller.ts';
import { endOfKey } from '../accounts/findValidKeys.ts';
import type { Db } from '../store/database.ts';

/** The row of the key in API_KEY, and whether its account is the first one. */
export type KnownKey = NonNullable<Awaited<ReturnType<typeof findApiKey>>>;

/** Finds the key in API_KEY. Returns undefined if it is empty, or if the next start adds it. */
export const findApiKey = async (db: Db, apiKey: string) =>
  apiKey === ''
    ? undefined
    : db
        .selectFrom('api_key')
        .innerJoin('account', 'account.id', 'api_key.account_id')
        .select(['revoked_at', 'expires_at', 'scope', 'is_operator'])
        .where('hash', '=', hashKey(apiKey))
        .executeTakeFirst();

export const keyRemedy = 'Set it to another key, or leave it empty.';

/** Returns why API_KEY does not work as an admin key of the first account, if it does not. */
export function findApiKeyProblem(key: KnownKey, now: Date): string | undefined {
  const ended = endOfKey(key, now);
  if (ended !== undefined)
    return `API_KEY is ${ended === 'expired' ? 'an' : 'a'} ${ended} key. ${keyRemedy}`;
  if (!key.is_operator)
    return `API_KEY is a key of another account than the first one. ${keyRemedy}`;
  return key.scope === 'admin'
    ? undefined
    : `API_KEY is a key with the scope ${key.scope}, not an admin key. ${keyRemedy}`;
}
