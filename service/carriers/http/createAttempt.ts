import type { SubmitResult } from '../carrier.ts';
import { computeRetryMs } from '../createBackoff.ts';
import { classify } from './classify.ts';
import type { Dialect, Outgoing } from './dialect.ts';
import type { EngineSettings } from './engineSettings.ts';
import type { RequestLimiter } from './requestLimiter.ts';
import { retryAfterMs, retryWith } from './retryWith.ts';
import { LateError, UnsentError } from '../unsentError.ts';
import { LostResponseError, type Send } from './send.ts';

interface Options {
  readonly send: Send;
  readonly limiter: Pick<RequestLimiter, 'release'>;
  readonly signal: AbortSignal;
  readonly report: (error: unknown) => void;
}

/** Is short, because a sender's queue at its provider can take hours to drain. */
const senderPauseMs = 30_000;

/** Returns the result of a submit, or `lost` if nobody knows it. */
export type Attempt = (message: Outgoing) => Promise<SubmitResult | 'lost'>;

/** Creates a function that submits a message once, and releases its place in the pace. */
export function createAttempt<S extends EngineSettings>(
  dialect: Pick<Dialect<S>, 'submit' | 'read'>,
  settings: S,
  { send, limiter, signal, report }: Options,
): Attempt {
  const timeoutMs = settings.timeoutSeconds * 1000;

  return async (message) => {
    // Meanwhile, other messages test the provider, because the cause may be this one.
    const retryMs = computeRetryMs(message.attempts);
    try {
      const response = await send(dialect.submit(settings, message), {
        timeoutMs,
        signal,
        mayLeave: message.lease.isFresh,
      });
      const meaning = classify(dialect, response, settings, message);
      switch (meaning.kind) {
        case 'accepted':
          limiter.release('responded');
          return { kind: 'accepted', refs: [meaning.ref] };
        case 'refused':
          limiter.release('responded');
          return { kind: 'refused', error: meaning.error, carrierCode: meaning.code };
        case 'throttled':
          limiter.release('throttled', meaning.retryAfterMs);
          return {
            ...retryWith('throttled', `HTTP ${response.status}`),
            ...(meaning.keepsCarrier && { keepsCarrier: true }),
          };
        case 'retry':
          limiter.release('responded');
          return {
            ...retryWith('temporary_error', meaning.code),
            ...(meaning.isAboutSender
              ? { retryAfterMs: senderPauseMs, pausesSender: true }
              : { retryAfterMs: retryMs }),
          };
        case 'accountFault':
          limiter.release('failed');
          report(
            Object.assign(
              new Error(`The provider refuses the account or the settings: ${meaning.code}`),
              { code: meaning.code },
            ),
          );
          // The code is about the operator's account, which the sender must not see.
          return { ...retryWith('temporary_error'), retryAfterMs: retryMs };
        case 'unknown':
          limiter.release('failed');
          report(
            new Error(`Textloom cannot interpret the provider's response: HTTP ${response.status}`),
          );
          return 'lost';
      }
    } catch (error) {
      limiter.release(error instanceof LateError ? 'unsent' : 'failed');
      report(error);
      if (error instanceof LostResponseError) return 'lost';
      if (error instanceof LateError) return { kind: 'unsent', retryAfterMs };
      if (error instanceof UnsentError) return retryWith('unreachable');
      // The request could not even be built.
      return { ...retryWith('unreachable'), retryAfterMs: retryMs };
    }
  };
}
