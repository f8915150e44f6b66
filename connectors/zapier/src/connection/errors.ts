import type { PlainInputField, ZObject } from 'zapier-platform-core';
import { ApiError, errorOfItem } from '@textloom/shared/client';
import { reusedKey } from '@textloom/shared/connector/deduplicate';
import {
  errorKinds,
  explainError,
  labelAt,
  toSentences,
  type Wording,
} from '@textloom/shared/connector/errors';
import { basePath, type contract, type ObjectSchema, type Output } from '@textloom/shared/contract';

type Problem = NonNullable<Output<typeof contract.message.preview>['problem']>;

interface Policy extends Wording {
  /**
   * Defines how Zapier reacts. `error` stops the run and finally turns the Zap off. `halted` only stops
   * the run. `throttled` retries later. `expired` holds the Zap until the user reconnects the account.
   */
  readonly effect: 'error' | 'halted' | 'throttled' | 'expired';
}
/** Zapier retries actions, but not the test of a connection, a dropdown or the start of a Zap. */
const patience = 'Zapier retries actions automatically. Otherwise, try again in a minute.';
const notRetried =
  'Zapier does not retry this message, because the step continues. Send it again later.';
const baseUrl = `Check the Base URL of the connected account. It must end with ${basePath}.`;
const report = 'Try again later. If the problem continues, contact the operator of the service.';

/**
 * Only codes that mean that nothing was sent use `throttled`, because Zapier repeats the step under
 * a new idempotency key.
 */
export const policies = {
  malformed_request: { effect: 'error' },
  malformed_json: { effect: 'error' },
  invalid_cursor: { effect: 'error', remedy: 'Load the list again.' },
  invalid_idempotency_key: { effect: 'error' },
  unauthenticated: { effect: 'expired', remedy: 'Reconnect the account with a valid API key.' },
  insufficient_scope: {
    effect: 'error',
    remedy: 'Reconnect the account with an API key that has a wider scope, such as send.',
  },
  operator_only: { effect: 'error' },
  not_found: {
    effect: 'error',
    remedy: 'Map an ID from an earlier step, or find the record with a search step first.',
  },
  unknown_path: {
    effect: 'error',
    remedy: `${baseUrl} In Make API Request, check the Path, too.`,
  },
  method_not_allowed: { effect: 'error' },
  request_timeout: { effect: 'throttled', remedy: patience },
  idempotency_in_progress: {
    effect: 'error',
    remedy: 'Find the message before you send it again, because it may already be on its way.',
  },
  not_cancelable: { effect: 'halted' },
  // The detail of the service says which status allows the change, or when.
  status_conflict: { effect: 'halted', remedy: 'The step changed nothing.' },
  number_in_use: { effect: 'error' },
  purchase_pending: { effect: 'error' },
  cannot_revoke_current_key: { effect: 'error' },
  key_already_rotated: { effect: 'error' },
  last_admin_key: { effect: 'error' },
  limit_reached: { effect: 'error' },
  webhook_disabled: { effect: 'error' },
  link_expired: { effect: 'error' },
  payload_too_large: { effect: 'error', remedy: 'Use shorter values.' },
  unsupported_media_type: { effect: 'error' },
  validation_failed: { effect: 'error', remedy: 'Correct the fields of this step.' },
  // The app never uses its own keys twice, so this key comes from the user's field.
  idempotency_key_reused: { effect: 'halted', ...reusedKey },
  recipient_opted_out: { effect: 'halted' },
  sender_not_owned: {
    effect: 'error',
    remedy: 'Choose a sender in the field From.',
  },
  unregistered_sender: { effect: 'error' },
  no_route: { effect: 'halted' },
  media_not_supported: {
    effect: 'error',
    remedy: 'Clear the field Media URLs, or choose another sender in the field From.',
  },
  recipient_not_allowed: { effect: 'halted' },
  daily_limit_reached: { effect: 'error' },
  verification_blocked: { effect: 'halted' },
  opt_in_required: { effect: 'halted' },
  too_many_verifications: { effect: 'halted', remedy: 'Wait, then send another code.' },
  rate_limited: { effect: 'throttled', remedy: patience },
  headers_too_large: { effect: 'error', remedy: 'Use shorter values.' },
  internal_error: { effect: 'error', remedy: report },
  unavailable: { effect: 'throttled', remedy: patience },
  unconfirmed: { effect: 'error', remedy: report },
  network_error: {
    effect: 'error',
    remedy: 'Check the Base URL of the connected account, and that the service is running.',
  },
  no_response: { effect: 'error', remedy: report },
  gateway_error: { effect: 'error', remedy: report },
  blocked: {
    effect: 'error',
    remedy: 'Ask the operator of the service to let requests from Zapier pass.',
  },
  redirected: {
    effect: 'error',
    remedy:
      'If this is the address of the service, begin the Base URL of the connected account with it. Otherwise, check the Base URL.',
  },
  newer_error: { effect: 'error' },
  unexpected_response: { effect: 'error', remedy: baseUrl },
  aborted: { effect: 'error' },
} as const satisfies Record<ApiError['code'], Policy>;

/** Zapier waits for this time in seconds if the service names none. */
const pause = 60;

/** An error with words for one situation, which no policy replaces. */
export class SituationError extends ApiError {}

/** Says that something may have been sent, if the service did not confirm the request to send it. */
export function explainUnconfirmed(
  error: ApiError,
  what: 'message' | 'broadcast' = 'message',
): ApiError {
  if (!error.mayHaveRun) return error;
  const { code, status, requestId } = error;
  return new SituationError({
    message: `The service did not confirm the ${what}, so the ${what} may have been sent`,
    remedy:
      'Before you send it again, check in the service whether it was sent. If Deduplication Key is filled in, a replay does not send it twice.',
    code,
    status,
    requestId,
    mayHaveRun: true,
    cause: error,
  });
}

/** Throws the error of a request to send, and says in it what may have been sent. */
export const rethrowUnconfirmed =
  (what: 'message' | 'broadcast') =>
  (error: unknown): never => {
    throw error instanceof ApiError ? explainUnconfirmed(error, what) : error;
  };

/** Returns the app's words for an error, or none if they would replace those of a situation. */
function chooseWording(error: ApiError): Wording {
  if (error instanceof SituationError) return {};
  const policy: Policy = policies[error.code];
  return errorKinds[error.code] === 'connector' ? { remedy: report } : policy;
}

/** Converts an error for Zapier, with a message that contains no phone number and no text. */
export function zapierError(
  z: ZObject,
  error: ApiError,
  fields: readonly PlainInputField[] = [],
  before = '',
): Error {
  const effect = getEffect(error);
  const message = before + describeError(error, fields);
  if (effect === 'halted') return halted(z, message);
  if (effect === 'expired') return discreet(new z.errors.ExpiredAuthError(message));
  if (effect === 'error') return new z.errors.Error(message, error.code, error.status);
  return new z.errors.ThrottledError(message, computeDelay(error));
}

/** Steps that were throttled together must not all retry together. */
const computeDelay = ({ retryAfter = pause }: ApiError): number =>
  Math.ceil(retryAfter * (1 + Math.random() / 2));

/** Zapier accepts no longer delay in seconds from a trigger. */
const longestEventDelay = 300;

/** Makes Zapier start the Zap with the same event later. Any other error would lose the event. */
export const delayedEvent = (z: ZObject, error: ApiError): Error =>
  new z.errors.ThrottledError(
    describeError(error, [], { remedy: 'Zapier starts the Zap with this event later.' }),
    Math.min(computeDelay(error), longestEventDelay),
  );

export const getEffect = ({ code }: ApiError): Policy['effect'] => policies[code].effect;

/** Stops only this run and never turns the Zap off. */
export const halted = (z: ZObject, message: string): Error =>
  discreet(new z.errors.HaltedError(message));

/** Says what happened and what to do next, with the labels of the fields. */
export function describeError(
  error: ApiError,
  fields: readonly PlainInputField[],
  wording = chooseWording(error),
): string {
  const findField = (name: string) => fields.find(({ key }) => key === name);
  // The words of a situation say what may have happened.
  const mayHaveRun = error.mayHaveRun && !(error instanceof SituationError);
  const { message, remedy, fieldErrors } = error;
  const explanation = explainError({ message, remedy, fieldErrors, mayHaveRun }, wording, (path) =>
    labelAt(path, findField),
  );
  const id = error.status >= 500 && error.requestId ? ` (Request ID: ${error.requestId})` : '';
  return `${toSentences(explanation)}${id}`;
}

/** Describes why the service would reject a request, with the labels of the fields. */
export function describeProblem<T extends { readonly problem: Problem | null }>(
  preview: T,
  input: ObjectSchema,
  fields: readonly PlainInputField[],
): T {
  const error = errorOfItem(preview.problem, input);
  return error
    ? { ...preview, problem: { ...preview.problem, detail: describeError(error, fields) } }
    : preview;
}

/** Describes the error of one message of a step that succeeds, so that Zapier does not retry it. */
export const describeErrorOfOne = (error: ApiError, fields: readonly PlainInputField[]): string =>
  getEffect(error) === 'throttled'
    ? describeError(error, fields, { remedy: notRetried })
    : describeError(error, fields);

/**
 * Stops Zapier from adding the bundle, with the phone number and the text, to the message of these
 * two errors.
 */
const discreet = (error: Error): Error => Object.assign(error, { doNotContextify: true });

/**
 * Treats a value that no record can have as an empty result, and throws other errors. With a wrong base
 * URL, the service may not know a field.
 */
export function noneIfInvalid(error: unknown): undefined {
  if (!(error instanceof ApiError) || error.code !== 'validation_failed') throw error;
  if (error.fieldErrors.some(({ code }) => code === 'unknown_field')) throw error;
}

/** Treats an invalid number of a recipient as an empty result of a search and throws other errors. */
export function noneIfWrongNumber(error: unknown): undefined {
  const isNumber = error instanceof ApiError && error.field === 'to';
  if (!isNumber) throw error;
}
