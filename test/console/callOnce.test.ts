import { describe, expect, it } from '@jest/globals';
import { ApiError } from '@textloom/shared/client';
import { doubt } from '@textloom/shared/connector/errors';
import { limits } from '@textloom/shared/contract';
import { explain } from '../../console/src/api/api.ts';
import { createCallOnce } from '../../console/src/api/callOnce.ts';
import { mayHaveHappened } from '../../console/src/api/safeRepeat.ts';

interface Call {
  readonly name: string;
  readonly key: string;
}

/** Returns an operation that records its calls, and loses the response while `isLost` is true. */
function createOperation() {
  const calls: Call[] = [];
  const state = { isLost: true };
  const run = async ({ name }: { name: string }, { idempotencyKey: key }: KeyOption) => {
    calls.push({ name, key });
    if (state.isLost) throw new Error('No response');
    return name;
  };
  return { calls, state, run, keyOf: (at: number) => calls[at]!.key };
}
interface KeyOption {
  readonly idempotencyKey: string;
}

it('another try with the same input has the same idempotency key', async () => {
  const { run, state, keyOf } = createOperation();
  const callOnce = createCallOnce();
  await expect(callOnce(run, { name: 'Shop' })).rejects.toThrow('No response');
  state.isLost = false;
  await callOnce(run, { name: 'Shop' });
  expect(keyOf(1)).toBe(keyOf(0));
});

it('a changed input has another key, and the earlier input keeps its own', async () => {
  const { run, keyOf } = createOperation();
  const callOnce = createCallOnce();
  for (const name of ['Shop', 'Orders', 'Shop'])
    await expect(callOnce(run, { name })).rejects.toThrow('No response');
  expect(keyOf(1)).not.toBe(keyOf(0));
  expect(keyOf(2)).toBe(keyOf(0));
});

it('a user may try again after a lost response, without a check', async () => {
  const lost = () =>
    new ApiError({ message: '', status: 0, code: 'no_response', mayHaveRun: true });
  const call = createCallOnce()(() => Promise.reject(lost()), {});
  const error = await call.catch((reason: unknown) => reason);
  expect(explain(error).advice).toContain('it still happens only once');
  expect(explain(error).advice).not.toContain('check before you repeat');
  expect(explain(lost()).advice).toContain('check before you repeat');
});

it('another operation with the same input has another key', async () => {
  const [create, rotate] = [createOperation(), createOperation()];
  const callOnce = createCallOnce();
  for (const { run } of [create, rotate])
    await expect(callOnce(run, { name: 'Shop' })).rejects.toThrow('No response');
  expect(rotate.keyOf(0)).not.toBe(create.keyOf(0));
});

it('asks the user to check before a try whose key the service has forgotten', async () => {
  const { run, calls, keyOf } = createOperation();
  let hours = 0;
  const callOnce = createCallOnce(() => hours * 3_600_000);
  const tryAgain = () => callOnce(run, { name: 'Shop' }).catch((reason: unknown) => reason);
  await tryAgain();
  hours = limits.idempotencyHours;
  const error = await tryAgain();
  expect(explain(error)).toEqual({
    title: 'The first try was more than 24 hours ago',
    advice: doubt,
  });
  expect(calls).toHaveLength(1);
  await tryAgain();
  expect(keyOf(1)).not.toBe(keyOf(0));
});

it('a try that the service refused needs no check a day later', async () => {
  let hours = 0;
  const callOnce = createCallOnce(() => hours * 3_600_000);
  const refusal = new ApiError({ message: '', status: 409, code: 'status_conflict' });
  const run = () => Promise.reject(refusal);
  await expect(callOnce(run, {})).rejects.toBe(refusal);
  hours = limits.idempotencyHours;
  await expect(callOnce(run, {})).rejects.toBe(refusal);
});

it('the same input has another key after a success', async () => {
  const { run, state, keyOf } = createOperation();
  state.isLost = false;
  const callOnce = createCallOnce();
  await callOnce(run, { name: 'Shop' });
  await callOnce(run, { name: 'Shop' });
  expect(keyOf(1)).not.toBe(keyOf(0));
});

describe('after a lost response, a request with the same key', () => {
  const isDoubtful = (status: number, code: ApiError['code'], retryable = false) =>
    mayHaveHappened(new ApiError({ message: '', status, code, retryable }), true);

  it.each([
    [429, 'rate_limited', true],
    [409, 'idempotency_in_progress', true],
    [401, 'unauthenticated', false],
    [404, 'unknown_path', false],
  ] as const)('that fails with %d %s settles nothing', (status, code, retryable) => {
    expect(isDoubtful(status, code, retryable)).toBe(true);
  });

  it.each([
    [404, 'not_found'],
    [409, 'status_conflict'],
    [422, 'validation_failed'],
  ] as const)('that fails with %d %s shows that nothing happened', (status, code) => {
    expect(isDoubtful(status, code)).toBe(false);
  });
});
