import { failuresToOpen } from '../../carrier.ts';
import { createBackoff } from '../../createBackoff.ts';

/** How a submit ended. */
export type Ending =
  /** The carrier accepted or refused the message, so it works. */
  | 'responded'
  /** The carrier asked for a pause. */
  | 'throttled'
  /** The carrier is late to respond, lost the link, or cannot handle the submit now. */
  | 'failed';

/** Watches how submits end, and pauses them while the carrier does not work. */
export interface SubmitCircuit {
  readonly record: (ending: Ending) => void;
  readonly isOpen: () => boolean;
  /** Returns the milliseconds until the pause ends. Negative without a pause. */
  readonly pauseMs: () => number;
  /** Returns the milliseconds of the pause that the carrier asked for. */
  readonly askedPauseMs: () => number;
  /** Ends the pause that the carrier asked for, because a new link has another limit. */
  readonly endAskedPause: () => void;
}

/**
 * Creates a circuit that opens after three failures in a row, or when the carrier has asked for
 * pauses for 30 seconds. The link of a carrier can stay alive although nothing behind it works.
 */
export function createSubmitCircuit(): SubmitCircuit {
  const limit = createBackoff(10_000);
  const outage = createBackoff(30_000);
  let failures = 0;
  return {
    record: (ending) => {
      if (ending === 'failed') {
        failures++;
        // Before that, the cause may be the message.
        if (failures >= failuresToOpen) outage.add();
        return;
      }
      failures = 0;
      outage.reset();
      outage.end();
      if (ending === 'throttled') limit.add();
      // During a pause, only submits from before it get a response.
      else if (limit.leftMs() <= 0) limit.reset();
    },
    isOpen: () => failures >= failuresToOpen || limit.isLasting(),
    pauseMs: () => Math.max(limit.leftMs(), outage.leftMs()),
    askedPauseMs: limit.leftMs,
    endAskedPause: limit.end,
  };
}
