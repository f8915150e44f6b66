import { setTimeout as sleep } from 'node:timers/promises';
import { failuresToOpen, untestedAfterMs, type Circuit } from '../carrier.ts';
import { createBackoff } from '../createBackoff.ts';

/** How a request to the provider ended. */
export type Ending =
  /** The provider responded: the message is accepted or refused. */
  | 'responded'
  /** The provider asked for a pause. */
  | 'throttled'
  /** The provider cannot be reached, does not respond, or does not serve the account. */
  | 'failed'
  /** The request never left, for a reason that says nothing about the provider. */
  | 'unsent';

/** Asks the provider whether it works, with a request that changes nothing. */
export type Probe = (signal: AbortSignal) => Promise<boolean>;

/** Watches how requests end, and stops them while the provider does not work. */
export interface CircuitBreaker {
  /** Returns `one` while a single message tests whether the provider works again. */
  readonly allows: () => 'all' | 'one' | 'none';
  readonly record: (ending: Ending, retryAfterMs?: number) => void;
  /** Returns the milliseconds until the pause ends. Negative without a pause. */
  readonly pauseMs: () => number;
  readonly circuit: () => Circuit;
  readonly stop: () => void;
}

/**
 * Opens after three failures in a row, or as soon as a probe fails after a failure, or when the
 * provider has asked for pauses for 30 seconds. After a pause and a successful probe, one message
 * at a time tests the provider. A response to it closes the circuit.
 */
export function createCircuitBreaker(
  probe: Probe | undefined,
  onChange: () => void,
): CircuitBreaker {
  const stopping = new AbortController();
  const limit = createBackoff(10_000);
  const outage = createBackoff(30_000);
  let failures = 0;
  let needsProbe = false;
  let isProbing = false;

  const pauseMs = () => Math.max(limit.leftMs(), outage.leftMs());
  const isOpen = () => failures >= failuresToOpen || limit.isLasting();

  /** Probes after each pause, until the provider responds to a probe or to a message. */
  const probeUntilUp = async (ask: Probe): Promise<void> => {
    while (needsProbe) {
      await sleep(Math.max(0, pauseMs()), undefined, { signal: stopping.signal, ref: false });
      onProbed(await ask(stopping.signal));
    }
  };
  const onProbed = (works: boolean) => {
    if (works) {
      needsProbe = false;
      onChange();
    } else if (needsProbe) {
      failures = Math.max(failures, failuresToOpen);
      outage.add();
    }
  };
  const startProbing = () => {
    if (!probe) return;
    needsProbe = true;
    if (isProbing) return;
    isProbing = true;
    // It rejects only because the carrier stops.
    probeUntilUp(probe)
      .catch(() => undefined)
      .finally(() => (isProbing = false));
  };

  return {
    allows: () => {
      if (needsProbe || pauseMs() > 0) return 'none';
      return outage.count() > 0 || isOpen() ? 'one' : 'all';
    },
    record: (ending, retryAfterMs) => {
      if (ending === 'unsent') return;
      if (ending === 'failed') {
        failures++;
        outage.add();
        startProbing();
        return;
      }
      failures = 0;
      needsProbe = false;
      outage.reset();
      if (ending === 'throttled') limit.add(retryAfterMs);
      // During a pause, only requests from before it get a response.
      else if (limit.leftMs() <= 0) limit.reset();
    },
    pauseMs,
    circuit: () => ({
      isOpen: isOpen(),
      retryInMs: Math.max(0, pauseMs()),
      ...(isOpen() && !needsProbe && pauseMs() < -untestedAfterMs && { isUntested: true }),
    }),
    stop: () => stopping.abort(),
  };
}
