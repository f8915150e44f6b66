import { ServiceError } from '../errors/serviceError.ts';
import {
  type StoredResult,
  type KeyedRequest,
  type Result,
  type Scope,
  claimKeys,
  collectClaims,
  computeFingerprint,
  storeResults,
  readEarlier,
} from './idempotencyKeys.ts';

/**
 * Runs `work` for the requests whose idempotency key is new, and returns the first request's
 * response for the others. The transaction of the work also stores the responses, so that neither
 * exists without the other. It does not store refusals.
 */
export async function runOnce<T>(
  scope: Scope,
  requests: readonly KeyedRequest[],
  work: (indexes: readonly number[]) => Promise<readonly Result<T>[]>,
): Promise<Result<T>[]> {
  const claims = collectClaims(requests);
  const claimed = await claimKeys(scope, claims);
  const earlier = await readEarlier<T>(
    scope,
    claims.filter(({ key }) => !claimed.has(key)),
  );
  const own = claims.filter(({ key }) => claimed.has(key));
  const first = new Set(own.map(({ index }) => index));
  const due = requests.flatMap(({ key }, index) =>
    key === undefined || first.has(index) ? [index] : [],
  );
  const fresh = due.length === 0 ? [] : await work(due);
  const results = new Map(due.map((index, at) => [index, fresh[at]!]));
  const made = own.map((one) => ({ ...one, result: results.get(one.index)! }));
  await storeResults(scope, made);
  const known = new Map([...earlier, ...made.map((one) => [one.key, one] as const)]);
  return requests.map(
    ({ key, input }, index) => results.get(index) ?? replay(known.get(key!)!, input),
  );
}

/**
 * Claims the idempotency key for work that spans several transactions. `renewKey` renews the claim,
 * and `storeResult` ends it. If an earlier request used the key, returns its response, or an error
 * while that request is still running.
 */
export async function claimKey<T>(
  scope: Scope,
  request: KeyedRequest,
): Promise<Result<T> | undefined> {
  const claims = collectClaims([request]);
  if ((await claimKeys(scope, claims)).size === claims.length) return undefined;
  const [first] = (await readEarlier<T>(scope, claims)).values();
  return first && replay(first, request.input);
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

/**
 * Stores the response for requests with the same key, or releases the key if the request was
 * refused.
 */
export const storeResult = <T>(
  scope: Scope,
  request: KeyedRequest,
  result: Result<T>,
): Promise<void> =>
  storeResults(
    scope,
    collectClaims([request]).map((one) => ({ ...one, result })),
  );

/**
 * Tries the items again that an earlier request with the same key refused, in the transaction that
 * found its response. `runOnce` has locked the key, so no other process does the same. Without
 * progress, the response still counts as the one to the earlier request.
 */
export async function retryItems<T>(
  scope: Scope,
  request: KeyedRequest,
  result: Result<T>,
  retry: (earlier: T) => Promise<{ readonly output: T; readonly isProgress: boolean } | undefined>,
): Promise<Result<T>> {
  if (result instanceof ServiceError)
    return result.code === 'idempotency_key_reused'
      ? new ServiceError('idempotency_key_reused', { detail: changedItems })
      : result;
  if (!result.replayed) return result;
  const retried = await retry(result.body);
  if (!retried?.isProgress) return { ...result, body: retried?.output ?? result.body };
  const response = { status: result.status, body: retried.output };
  await renewKey(scope, request);
  await storeResult(scope, request, response);
  return response;
}

/** A new key for the same items would send those again that the earlier request sent. */
const changedItems =
  'The idempotency key was used for another batch. Repeat the batch unchanged, or send only the rejected messages, corrected, with a new key. Sending the whole batch with a new key sends the accepted messages again.';

function replay<T>({ fingerprint, result }: StoredResult<T>, input: unknown): Result<T> {
  if (fingerprint !== computeFingerprint(input)) return new ServiceError('idempotency_key_reused');
  return result instanceof ServiceError ? result : { ...result, replayed: true };
}
