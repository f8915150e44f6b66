import { ServiceError } from '../lib/errors.ts';
import {
  type Claim,
  type Kept,
  type KeyedRequest,
  type Result,
  type Scope,
  claim,
  claimsOf,
  fingerprintOf,
  keep,
  readEarlier,
} from './idempotencyKeys.ts';

/**
 * Runs `work` for the requests whose idempotency key is new, and returns the first request's response
 * for the others. The transaction of the work also stores the responses, so that neither exists
 * without the other. It does not store refusals.
 */
export async function runOnce<T>(
  scope: Scope,
  requests: readonly KeyedRequest[],
  work: (indexes: readonly number[]) => Promise<readonly Result<T>[]>,
): Promise<Result<T>[]> {
  const claims = claimsOf(requests);
  const claimed = await claim(scope, claims);
  const earlier = await readEarlier<T>(
    scope,
    claims.filter(({ key }) => !claimed.has(key)),
  );
  const isFirst = (index: number) => {
    const key = requests[index]!.key;
    return (
      key === undefined ||
      (claimed.has(key) && claims.some((one) => one.key === key && one.index === index))
    );
  };
  const due = requests.map((_, index) => index).filter(isFirst);
  const fresh = due.length === 0 ? [] : await work(due);
  const results = new Map(due.map((index, at) => [index, fresh[at]!]));
  await keep(
    scope,
    claims
      .filter(({ key }) => claimed.has(key))
      .map((one) => ({ ...one, result: results.get(one.index)! })),
  );
  return requests.map(({ key, input }, index) => {
    const own = results.get(index);
    if (own) return own;
    return replayOf(earlier.get(key!) ?? firstOf(claims, results, key!), input);
  });
}

/**
 * Claims the idempotency key for work that spans several transactions. `renewKey` renews the claim, and
 * `keepAnswer` ends it. If an earlier request used the key, returns its response, or an error while that
 * request is still running.
 */
export async function takeKey<T>(
  scope: Scope,
  request: KeyedRequest,
): Promise<Result<T> | undefined> {
  const claims = claimsOf([request]);
  if ((await claim(scope, claims)).size === claims.length) return undefined;
  const [first] = (await readEarlier<T>(scope, claims)).values();
  return first && replayOf(first, request.input);
}

/** Shows that the request is still running, so that no other request with the same key starts. */
export async function renewKey(
  { trx, accountId, path, now }: Scope,
  { key }: KeyedRequest,
): Promise<void> {
  if (key === undefined) return;
  await trx
    .updateTable('idempotency')
    .set({ created_at: now })
    .where('account_id', '=', accountId)
    .where('path', '=', path)
    .where('key', '=', key)
    .execute();
}

/** Stores the response for requests with the same key, or releases the key if the request was refused. */
export const keepAnswer = <T>(
  scope: Scope,
  request: KeyedRequest,
  result: Result<T>,
): Promise<void> =>
  keep(
    scope,
    claimsOf([request]).map((one) => ({ ...one, result })),
  );

function firstOf<T>(
  claims: readonly Claim[],
  results: ReadonlyMap<number, Result<T>>,
  key: string,
): Kept<T> {
  const { fingerprint, index } = claims.find((one) => one.key === key)!;
  return { fingerprint, result: results.get(index)! };
}

function replayOf<T>({ fingerprint, result }: Kept<T>, input: unknown): Result<T> {
  if (fingerprint !== fingerprintOf(input)) return new ServiceError('idempotency_key_reused');
  return result instanceof ServiceError ? result : { ...result, replayed: true };
}
