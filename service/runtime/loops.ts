import { setMaxListeners } from 'node:events';
import { workOnBroadcasts } from '../broadcasts/workOnBroadcasts.ts';
import type { Context } from '../core/context.ts';
import { dispatch } from '../dispatch/dispatch.ts';
import { fetchOverdueReceipts } from '../dispatch/receipts/fetchOverdueReceipts.ts';
import { recoverStaleClaims } from '../dispatch/recoverStaleClaims.ts';
import { applyRetention } from '../erasures/retention/applyRetention.ts';
import { closeBursts } from '../webhooks/bursts/closeBursts.ts';
import type { Capacity } from './createCapacity.ts';
import { repeat } from './repeat.ts';
import { createSignal, type Signal } from './signal.ts';
import { sweep } from './sweep.ts';
import { watchClocks } from './watchClocks.ts';
import type { Watch } from './watch.ts';

/** How often to look for what nothing signals, in milliseconds. */
export interface Periods {
  readonly sweep: number;
  readonly closeBursts: number;
  readonly sendBroadcasts: number;
  readonly fetchReceipts: number;
  readonly writeStates: number;
}
export const usualPeriods: Periods = {
  sweep: 5_000,
  closeBursts: 500,
  sendBroadcasts: 500,
  fetchReceipts: 10_000,
  writeStates: 5_000,
};
/** How often to poll for due messages and for messages that another process queued. */
const pollEveryMs = 250;
/** How long to collect new messages into one batch. Separate batches would delay requests. */
const batchWindowMs = 100;

interface Options {
  /** The signal for new messages in the queue. */
  readonly queueSignal: Signal;
  readonly capacity: Capacity;
  readonly watch: Watch;
  readonly writeStates: () => Promise<unknown>;
  readonly periods: Periods;
  /** Gets a function for each loop that makes it look now. */
  readonly onLoop?: ((lookNow: () => void) => void) | undefined;
}

/** Starts everything that the service does repeatedly, and returns a function that stops it. */
export function startLoops(
  context: Context,
  { queueSignal, capacity, watch, writeStates, periods, onLoop }: Options,
): () => Promise<void> {
  const lookEvery = (everyMs: number, work: () => Promise<unknown>) => {
    const signal = createSignal();
    onLoop?.(signal.raise);
    return repeat(everyMs, work, { signal });
  };
  const watchEvery = (
    everyMs: number,
    doing: string,
    work: (context: Context) => Promise<unknown>,
  ) => {
    const run = watch.loop(doing);
    return lookEvery(everyMs, () => run(() => work(context)));
  };
  const runDispatch = watch.loop('sending messages');
  const stopping = new AbortController();
  // Each request for a receipt listens to it.
  setMaxListeners(0, stopping.signal);
  const stopLoops = [
    repeat(
      pollEveryMs,
      async () => {
        const { awaited, isMore } = await runDispatch(() => dispatch(context));
        await capacity.wait(awaited, batchWindowMs);
        return isMore;
      },
      { signal: queueSignal, minPauseMs: batchWindowMs },
    ),
    watchEvery(pollEveryMs, 'recovering messages', recoverStaleClaims),
    watchEvery(periods.closeBursts, 'joining texts', closeBursts),
    watchEvery(periods.sendBroadcasts, 'sending broadcasts', workOnBroadcasts),
    watchEvery(periods.sweep, 'doing maintenance', sweep),
    watchEvery(periods.sweep, 'erasing old messages', applyRetention),
    watchEvery(periods.sweep, 'comparing the clocks', watchClocks()),
    // A provider that does not respond must not delay the receipts of the others.
    ...context.carriers.all.map((carrier) =>
      lookEvery(periods.fetchReceipts, () =>
        watch.once('fetching receipts', () =>
          fetchOverdueReceipts(context, carrier, stopping.signal),
        ),
      ),
    ),
    lookEvery(periods.writeStates, writeStates),
  ];
  return async () => {
    stopping.abort();
    await Promise.all(stopLoops.map((stop) => stop()));
  };
}
