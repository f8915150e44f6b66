import type { PlainInputField, ZObject } from 'zapier-platform-core';
import { ApiError } from '@textloom/shared/client';
import {
  errorKinds,
  explainError,
  toSentence,
  type Wording,
} from '@textloom/shared/connector/errors';

interface Policy extends Wording {
  /**
   * What Zapier does: `error` stops the Zap and in the end turns it off, and `halted` only stops this
   * run; `throttled` tries again later; `expired` holds the Zap until the account is reconnected.
   */
  readonly effect: 'error' | 'halted' | 'throttled' | 'expired';
}
const patience = 'Zapier retries automatically.';
const report = 'Try again later. If the problem continues, contact the operator of the service.';

/** `throttled` is for codes that say nothing was sent: Zapier repeats the step under a new idempotency key. */
export const policies = {
  malformed_json: { effect: 'error' },
  invalid_cursor: { effect: 'error', remedy: 'Load the list again.' },
  invalid_idempotency_key: { effect: 'error' },
  unauthenticated: { effect: 'expired', remedy: 'Reconnect the account with a valid API key.' },
  insufficient_scope: {
    effect: 'error',
    remedy: 'Reconnect the account with an API key that has a wider scope.',
  },
  not_found: { effect: 'error' },
  method_not_allowed: { effect: 'error' },
  idempotency_in_progress: {
    effect: 'error',
    remedy: 'Find the message before you send it again, because it may already be on its way.',
  },
  not_cancelable: { effect: 'halted' },
  number_in_use: { effect: 'error' },
  cannot_revoke_current_key: { effect: 'error' },
  limit_reached: { effect: 'error' },
  webhook_disabled: { effect: 'error' },
  payload_too_large: { effect: 'error', remedy: 'Use shorter values.' },
  unsupported_media_type: { effect: 'error' },
  validation_failed: { effect: 'error', remedy: 'Correct the fields of this step.' },
  // Keys that the app makes are never used twice: this one comes of the user's field.
  idempotency_key_reused: {
    effect: 'halted',
    happened: 'A different message with this Deduplication Key was sent to this recipient',
    remedy: 'To send this message too, map another value to the field.',
  },
  recipient_opted_out: { effect: 'halted' },
  sender_not_owned: {
    effect: 'error',
    remedy: 'Choose a sender in the field From.',
  },
  unregistered_sender: { effect: 'error' },
  no_route: { effect: 'halted' },
  recipient_not_allowed: { effect: 'halted' },
  budget_spent: { effect: 'error' },
  opt_in_required: { effect: 'halted' },
  rate_limited: { effect: 'throttled', remedy: patience },
  internal_error: { effect: 'error', remedy: report },
  unavailable: { effect: 'throttled', remedy: patience },
  network_error: {
    effect: 'error',
    remedy: 'Check the Base URL of the connected account, and that the service is running.',
  },
  unexpected_response: {
    effect: 'error',
    remedy:
      'Check the Base URL of the connected account. It must end with the API version, such as /v1.',
  },
  aborted: { effect: 'error' },
} as const satisfies Record<ApiError['code'], Policy>;

/** Zapier waits for this long where the service does not say how long. */
const pause = 60;

/** The failure as Zapier knows it, in words that hold no phone number and no text. */
export function zapierError(
  z: ZObject,
  error: ApiError,
  fields: readonly PlainInputField[] = [],
): Error {
  const { effect }: Policy = policies[error.code];
  const message = wordsOf(error, fields);
  if (effect === 'halted') return halted(z, message);
  if (effect === 'expired') return discreet(new z.errors.ExpiredAuthError(message));
  if (effect === 'error') return new z.errors.Error(message, error.code, error.status);
  // Steps that were turned away together had better not come back together.
  const delay = Math.ceil((error.retryAfter ?? pause) * (1 + Math.random() / 2));
  return new z.errors.ThrottledError(message, delay);
}

/** Stops this run alone, and never turns the Zap off. */
export const halted = (z: ZObject, message: string): Error =>
  discreet(new z.errors.HaltedError(message));

/** What happened and what to do next, by the labels of the fields. */
export function wordsOf(error: ApiError, fields: readonly PlainInputField[]): string {
  const policy: Policy = policies[error.code];
  const wording = errorKinds[error.code] === 'connector' ? { remedy: report } : policy;
  const { problems, remedy } = explainError(
    error,
    wording,
    (path) => labelAt(path, fields) ?? path.join('/'),
  );
  const id = error.status >= 500 && error.requestId ? ` (Request ID: ${error.requestId})` : '';
  return `${problems.map(toSentence).join(' ')} ${remedy}${id}`;
}

/**
 * A path leads to a field of its own, such as `consent_at`, or into one, such as `metadata`; that of
 * a filter leads past its name.
 */
const labelAt = (path: readonly string[], fields: readonly PlainInputField[]) =>
  [path.join('_'), ...path].flatMap((name) => fields.find(({ key }) => key === name) ?? [])[0]
    ?.label;

/** Zapier adds the bundle to the message of these two, and with it the phone number and the text. */
const discreet = (error: Error): Error => Object.assign(error, { doNotContextify: true });

/** Takes one failure of a call for nothing found, and passes on all others. */
export const ignoreErrorCode =
  (code: ApiError['code']) =>
  (error: unknown): undefined => {
    if (error instanceof ApiError && error.code === code) return undefined;
    throw error;
  };
