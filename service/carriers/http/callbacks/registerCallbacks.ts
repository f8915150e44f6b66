import { setTimeout as sleep } from 'node:timers/promises';
import { isAnswer, type HttpRequest, type Send } from '../send.ts';

const timeoutMs = 10_000;
const defaultWaitsMs = [5_000, 30_000, 300_000];

interface Options {
  readonly send: Send;
  readonly signal: AbortSignal;
  readonly onError: (error: unknown) => void;
  /** When to repeat failed requests, counted from the time before. The last one repeats. */
  readonly waitsMs?: readonly number[];
}

/**
 * Tells the provider where to post. Repeats each request until the provider responds to it. A
 * refusal is final, because only other settings can help, and they need a restart.
 */
export async function registerCallbacks(
  requests: readonly HttpRequest[],
  { send, signal, onError, waitsMs = defaultWaitsMs }: Options,
): Promise<void> {
  /** Returns whether the provider has responded. */
  const register = async (request: HttpRequest): Promise<boolean> => {
    try {
      const { status } = await send(request, { timeoutMs, signal });
      if (status < 300) return true;
      // The request contains a secret URL, so the error does not quote it.
      onError(new Error(`The provider refuses the callback URL: HTTP ${status}`));
      return isAnswer(status);
    } catch (error) {
      if (!signal.aborted) onError(error);
      return false;
    }
  };
  let open = requests;
  for (let times = 0; open.length > 0 && !signal.aborted; times++) {
    const failed: HttpRequest[] = [];
    for (const request of open) if (!(await register(request))) failed.push(request);
    open = failed;
    if (open.length === 0) return;
    const wait = waitsMs[Math.min(times, waitsMs.length - 1)];
    await sleep(wait, undefined, { signal, ref: false }).catch(() => undefined);
  }
}
