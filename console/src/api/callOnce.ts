import { randomKey } from './randomKey.ts';
import { safeToRepeat } from './safeRepeat.ts';

type Call<I, O> = (input: I, options: { readonly idempotencyKey: string }) => Promise<O>;

/** Calls an operation so that another try with the same input counts once. */
export type CallOnce = <I, O>(call: Call<I, O>, input: I) => Promise<O>;

/**
 * Returns a function that keeps the idempotency key of an input until the call succeeds. The
 * service may have carried out a request whose response was lost, and then another try gets this
 * response, for example with the secret. A refusal needs no other key, because the service forgets
 * the key of a refused request.
 */
export function createCallOnce(): CallOnce {
  const keys = new Map<string, string>();
  return async (call, input) => {
    const name = JSON.stringify(input);
    const idempotencyKey = keys.get(name) ?? randomKey();
    keys.set(name, idempotencyKey);
    const output = await safeToRepeat(call(input, { idempotencyKey }));
    keys.delete(name);
    return output;
  };
}
