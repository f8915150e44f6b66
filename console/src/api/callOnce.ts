import { randomKey } from './randomKey.ts';
import { isForgotten, safeToRepeat, tooLate } from './safeRepeat.ts';

type Call<I, O> = (input: I, options: { readonly idempotencyKey: string }) => Promise<O>;

/** Calls an operation so that another try with the same input counts once. */
export type CallOnce = <I, O>(call: Call<I, O>, input: I) => Promise<O>;

interface FirstTry {
  readonly idempotencyKey: string;
  readonly at: number;
}

/**
 * Returns a function that keeps the idempotency key of an input until the call succeeds or the
 * service refuses it. The service may have carried out a request whose response was lost, and then
 * another try gets this response, for example with the secret.
 */
export function createCallOnce(now = Date.now): CallOnce {
  const tries = new Map<unknown, Map<string, FirstTry>>();
  return async (call, input) => {
    const tried = tries.get(call) ?? new Map<string, FirstTry>();
    tries.set(call, tried);
    const name = JSON.stringify(input);
    const { idempotencyKey, at } = tried.get(name) ?? { idempotencyKey: randomKey(), at: now() };
    const forgetTry = () => void tried.delete(name);
    if (isForgotten(at, now())) {
      forgetTry();
      throw tooLate();
    }
    tried.set(name, { idempotencyKey, at });
    const output = await safeToRepeat(call(input, { idempotencyKey }), forgetTry);
    forgetTry();
    return output;
  };
}
