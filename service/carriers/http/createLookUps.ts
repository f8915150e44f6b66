import { setTimeout as sleep } from 'node:timers/promises';
import { UnsentError } from '../unsentError.ts';
import type { Found, MessageLookup, Outgoing } from './dialect.ts';
import { toQuestionMs, type EngineSettings } from './engineSettings.ts';
import { LostResponseError, type Send } from './send.ts';

interface Options {
  readonly send: Send;
  /** Ends the waits between the requests. */
  readonly stopping: AbortSignal;
  /** Ends the requests. */
  readonly aborting: AbortSignal;
  /** Whether the time to live of a message is over. */
  readonly isExpired: (message: Outgoing) => boolean;
  readonly report: (error: unknown) => void;
}

/** When to ask about a message whose response was lost, counted from the time before. */
const waitsMs = [1_000, 4_000, 15_000, 60_000];

export const unknown: Found = { kind: 'unknown' };

export interface LookUps {
  /** Whether a message that the provider does not know definitely did not reach it. */
  readonly isConclusive: boolean;
  readonly ask: (message: Outgoing, maxMs?: number) => Promise<Found>;
  /** Asks a few times. Returns the provider's ID of the message, or undefined. */
  readonly askLater: (message: Outgoing) => Promise<string | undefined>;
  /** Asks until the provider knows for sure, or until the message expires. */
  readonly askUntilSure: (message: Outgoing) => Promise<Found>;
}

/** Asks the provider for messages whose response was lost. The waits reject when it stops. */
export function createLookUps<S extends EngineSettings>(
  { request, read, isConclusive }: MessageLookup<S>,
  settings: S,
  { send, stopping, aborting, isExpired, report }: Options,
): LookUps {
  const ask = async (message: Outgoing, maxMs = Infinity): Promise<Found> => {
    try {
      const timeoutMs = Math.min(toQuestionMs(settings), maxMs);
      const options = { timeoutMs, signal: aborting };
      const response = await send(request(settings, message), options);
      return read(response, message, settings);
    } catch (error) {
      if (!(error instanceof UnsentError || error instanceof LostResponseError)) report(error);
      return unknown;
    }
  };

  return {
    isConclusive,
    ask,

    async askLater(message) {
      for (const wait of waitsMs) {
        await sleep(wait, undefined, { signal: stopping, ref: false });
        const found = await ask(message);
        if (found.kind === 'found') return found.ref;
      }
      return undefined;
    },

    async askUntilSure(message) {
      for (let times = 0; ; times++) {
        const wait = waitsMs[Math.min(times, waitsMs.length - 1)];
        await sleep(wait, undefined, { signal: stopping });
        const found = await ask(message);
        if (found.kind === 'found') return found;
        // The first time, the request may still be on its way.
        if (found.kind === 'absent' && times > 0) return found;
        if (found.kind === 'unknown' && isExpired(message)) return found;
      }
    },
  };
}
