import type { Clock, Transport } from '@textloom/shared/client';
import { headers } from '@textloom/shared/contract';

/**
 * What one request is told, all of a run keep to: after an answer that names a time to wait, no
 * request starts before it has passed. Otherwise each would ask too early for itself. A time that is
 * longer than the budget of a call is for people to wait, and closes nothing.
 */
export function retryAfterGate(
	transport: Transport,
	{ now, sleep, budget }: Pick<Clock, 'now' | 'sleep' | 'budget'>,
): Transport {
	let opens = 0;
	return async (request) => {
		// While one waits, another one may be told to wait longer.
		for (let wait = opens - now(); wait > 0; wait = opens - now())
			await sleep(wait, request.signal);
		const response = await transport(request);
		const wait = Number(response.headers[headers.retryAfter.toLowerCase()]) * 1000;
		if (wait > 0 && wait <= budget) opens = Math.max(opens, now() + wait);
		return response;
	};
}
