import { createActivity, type Fault } from '../carriers/state/activity.ts';
import { createStateWriter } from '../carriers/state/writeStates.ts';
import type { Context } from '../core/context.ts';
import { incoming } from '../observability/metrics.ts';

type Reason = 'forged' | 'unreadable';

/** Tells the operator which callbacks the service refuses. */
export interface RefusedCallbacks {
  readonly count: (carrier: string, reason: Reason) => void;
  readonly stop: () => void;
}

/** Anyone can send a callback, so nothing shows what was in it. */
const faults: Readonly<Record<Reason, Fault>> = {
  forged: {
    code: null,
    message:
      'A callback was refused, because its signature or its URL is wrong. If the provider sent it, check the key for callbacks in CARRIERS, and whether PUBLIC_URL is exactly what the provider calls',
  },
  unreadable: {
    code: null,
    message:
      'A callback or one of its events was refused, because its format is unknown. Check what the provider sends to this URL',
  },
};

/** Everyone can cause a write, so it waits for others. */
const writeAfterMs = 5_000;

export function createRefusedCallbacks(
  context: Pick<Context, 'db' | 'carriers' | 'clock'>,
  onError: (error: unknown) => void,
): RefusedCallbacks {
  // The thread that sends messages writes its own activity.
  const activity = createActivity(context.clock);
  const states = createStateWriter({ ...context, activity });
  let timer: NodeJS.Timeout | undefined;
  return {
    count: (carrier, reason) => {
      incoming.inc({ kind: 'callback', outcome: reason });
      activity.fail(carrier, faults[reason]);
      timer ??= setTimeout(() => {
        timer = undefined;
        // Only the errors count, because this thread sends no messages.
        states.end().catch(onError);
      }, writeAfterMs).unref();
    },
    stop: () => clearTimeout(timer),
  };
}
