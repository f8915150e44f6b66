import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { storeResult, renewKey, claimKey } from '../../../service/core/idempotency.ts';
import type { KeyedRequest, Result } from '../../../service/core/idempotencyKeys.ts';
import { ServiceError } from '../../../service/errors/serviceError.ts';
import type { Trx } from '../../../service/store/database.ts';
import { openTestStore, type TestStore } from '../harness/openTestStore.ts';

describe('an idempotency key of a request that spans several transactions', () => {
  let store: TestStore;
  let accountId: string;
  let otherId: string;
  beforeAll(async () => {
    store = await openTestStore({ accounts: 2 });
    [accountId, otherId] = store.accounts.map(({ id }) => id) as [string, string];
  });
  afterAll(() => store.close());

  const start = Date.parse('2026-03-01T12:00:00Z');
  /** Runs work this many seconds after the start, as any process may. */
  const at = <T>(
    seconds: number,
    work: (scope: Parameters<typeof claimKey>[0]) => Promise<T>,
    owner = accountId,
  ): Promise<T> =>
    store.db.transaction().execute((trx: Trx) =>
      work({
        ...{ trx, accountId: owner, path: '/contacts/import' },
        now: new Date(start + seconds * 1_000),
      }),
    );
  const take = (seconds: number, request: KeyedRequest) =>
    at<Result<unknown> | undefined>(seconds, (scope) => claimKey(scope, request));

  it('is claimed once, and later requests get the same response', async () => {
    const request = { key: 'a', input: { csv: 'phone' } };
    expect(await take(0, request)).toBeUndefined();
    expect(await take(1, request)).toMatchObject({ code: 'idempotency_in_progress' });
    const other = { key: 'a', input: { csv: 'phone,name' } };
    expect(await take(1, other)).toMatchObject({ code: 'idempotency_key_reused' });
    const response = { status: 200, body: { created: 3 } };
    await at(2, (scope) => storeResult(scope, request, response));
    expect(await take(3, request)).toEqual({ ...response, replayed: true });
    expect(await take(3, other)).toMatchObject({ code: 'idempotency_key_reused' });
    expect(await take(25 * 3_600, other)).toBeUndefined();
  });

  it('that is a day old starts over without the old response', async () => {
    const request = { key: 'd', input: { csv: 'phone' } };
    await take(0, request);
    await at(1, (scope) => storeResult(scope, request, { status: 200, body: { created: 3 } }));
    const tomorrow = 25 * 3_600;
    expect(await take(tomorrow, request)).toBeUndefined();
    expect(await take(tomorrow + 1, request)).toMatchObject({ code: 'idempotency_in_progress' });
    expect(await take(tomorrow + 61, request)).toBeUndefined();
  });

  it('is free again after the request is refused', async () => {
    const request = { key: 'b', input: {} };
    expect(await take(0, request)).toBeUndefined();
    await at(1, (scope) => storeResult(scope, request, new ServiceError('validation_failed')));
    expect(await take(2, request)).toBeUndefined();
  });

  it('stays claimed only while the request shows that it is running', async () => {
    const request = { key: 'c', input: {} };
    expect(await take(0, request)).toBeUndefined();
    await at(50, (scope) => renewKey(scope, request));
    expect(await take(100, request)).toMatchObject({ code: 'idempotency_in_progress' });
    expect(await take(111, request)).toBeUndefined();
  });

  it('is not renewed by a request of another account with the same key', async () => {
    const request = { key: 'e', input: {} };
    await take(0, request);
    await at(50, (scope) => renewKey(scope, request), otherId);
    expect(await take(61, request)).toBeUndefined();
  });
});
