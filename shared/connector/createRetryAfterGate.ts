import type { Clock, Transport } from '../client/index.ts';
import { headers } from '../contract/index.ts';

/**
 * Applies a Retry-After to all requests of a host: after a response that names a time to wait, no
 * request starts before that time has passed. Otherwise, each request would be sent too early. The
 * gate ignores a time that is longer than the budget of a call.
 */
export function createRetryAfterGate(
  transport: Transport,
  { now, sleep, budget }: Pick<Clock, 'now' | 'sleep' | 'budget'>,
): Transport {
  let opens = 0;
  return async (request) => {
    // While a request waits, another response may name a longer time.
    for (let wait = opens - now(); wait > 0; wait = opens - now())
      await sleep(wait, request.signal);
    const response = await transport(request);
    const wait = Number(response.headers[headers.retryAfter.toLowerCase()]) * 1000;
    if (wait > 0 && wait <= budget) opens = Math.max(opens, now() + wait);
    return response;
  };
}
