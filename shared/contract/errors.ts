import { authentication, basePath } from './http.ts';
import { limits } from './limits.ts';
import { record } from './schema.ts';

interface ErrorDefinition {
  readonly status: number;
  /** Says what happened, in a few words. */
  readonly title: string;
  /** Says what to do next. */
  readonly remedy: string;
  /** The same request may succeed later, so a client may repeat it automatically. */
  readonly retryable?: true;
  /** The response has the header Retry-After, which says how long to wait. */
  readonly hasRetryAfter?: true;
  /** The service may have carried out the request. */
  readonly mayHaveRun?: true;
}
const table = <const T extends Record<string, ErrorDefinition>>(definition: T): T => definition;

/** Lists every error that the API returns, as `application/problem+json` (RFC 9457). */
export const errors = table({
  malformed_request: {
    status: 400,
    title: 'The request is not valid HTTP',
    remedy: 'Check the request line, the headers and the length of the body.',
  },
  malformed_json: {
    status: 400,
    title: 'The body is not valid JSON',
    remedy: 'Check the body for a missing quote, comma or brace.',
  },
  invalid_cursor: {
    status: 400,
    title: 'The cursor is not valid',
    remedy:
      'Use next_cursor of the previous page as it is, or leave the cursor out to start again.',
  },
  invalid_idempotency_key: {
    status: 400,
    title: 'The idempotency key is not valid',
    remedy: `Use 1 to ${limits.idempotencyKeyLength} ASCII letters, digits, punctuation marks and spaces, but not only spaces.`,
  },
  unauthenticated: {
    status: 401,
    title: 'The API key is missing or not valid',
    remedy: `Check the API key that you send in the ${authentication.header} header.`,
  },
  insufficient_scope: {
    status: 403,
    title: 'The API key may not do this',
    remedy: 'Use a key with a wider scope.',
  },
  operator_only: {
    status: 403,
    title: 'Only the operator of the service may do this',
    remedy: 'Use an admin key of the first account of the service.',
  },
  not_found: {
    status: 404,
    title: 'Object not found',
    remedy: 'Check the identifier, and that it belongs to this account.',
  },
  unknown_path: {
    status: 404,
    title: 'Nothing exists at this URL',
    remedy: `Check that the base URL ends with ${basePath}, and look up the path in the API reference.`,
  },
  method_not_allowed: {
    status: 405,
    title: 'This path does not support the method',
    remedy: 'Look up the methods of the path in the API reference.',
  },
  request_timeout: {
    status: 408,
    title: 'The request did not arrive in time',
    remedy: 'Send the headers within 10 seconds and the whole request within 30 seconds.',
    retryable: true,
  },
  idempotency_in_progress: {
    status: 409,
    title: 'The first request with this idempotency key is still running',
    remedy: 'Wait a second and repeat the request with the same key.',
    retryable: true,
    hasRetryAfter: true,
  },
  not_cancelable: {
    status: 409,
    title: 'The message can no longer be canceled',
    remedy:
      'Only a message that is scheduled or queued can be canceled, until a carrier receives it.',
  },
  status_conflict: {
    status: 409,
    title: 'The status of the object does not allow this',
    remedy: 'Get the object, check its status, and repeat the request if it still makes sense.',
  },
  number_in_use: {
    status: 409,
    title: 'The number is not available',
    remedy: 'Search the available numbers and choose another one, or try again later.',
  },
  purchase_pending: {
    status: 409,
    title: 'The service is buying the number',
    remedy: 'Wait until the number is active or the purchase has failed, then repeat the request.',
  },
  cannot_revoke_current_key: {
    status: 409,
    title: 'An API key cannot revoke itself',
    remedy: 'Revoke it with another key whose scope is admin.',
  },
  key_already_rotated: {
    status: 409,
    title: 'Another key has replaced this API key',
    remedy: 'Rotate the key that replaced it, or create a key.',
  },
  last_admin_key: {
    status: 409,
    title: `No admin key of the account would work for ${limits.lastingKeyDays} more days`,
    remedy: `Create a key with the scope admin that works for at least ${limits.lastingKeyDays} days, then repeat the request.`,
  },
  limit_reached: {
    status: 409,
    title: 'The account has reached its limit for these objects',
    remedy:
      'Delete objects that you no longer need, or wait until some are complete, then repeat the request.',
  },
  webhook_disabled: {
    status: 409,
    title: 'The webhook is disabled',
    remedy: 'Enable the webhook, then repeat the request.',
  },
  link_expired: {
    status: 410,
    title: 'The link has expired',
    remedy: 'Get the message again. It contains a new link.',
  },
  payload_too_large: {
    status: 413,
    title: 'The body is too large',
    remedy: `Send at most ${limits.bodyBytes / 2 ** 20} MiB; split a large batch.`,
  },
  unsupported_media_type: {
    status: 415,
    title: 'The body is not JSON',
    remedy: 'Send JSON with the header Content-Type: application/json.',
  },
  validation_failed: {
    status: 422,
    title: 'A field is missing or not valid',
    remedy: 'Correct the fields that the errors list points to.',
  },
  idempotency_key_reused: {
    status: 422,
    title: 'The idempotency key was used for another request',
    remedy: 'Use a new key for a new request.',
  },
  recipient_opted_out: {
    status: 422,
    title: 'The recipient has opted out',
    remedy: 'Do not text this recipient until they reply START.',
  },
  sender_not_owned: {
    status: 422,
    title: 'The sender does not belong to this account',
    remedy: 'Choose one of the numbers of this account.',
  },
  unregistered_sender: {
    status: 422,
    title: 'The sender is not registered for marketing',
    remedy: 'Register a brand and a campaign for this number, or send from another one.',
  },
  no_route: {
    status: 422,
    title: 'There is no route to this recipient',
    remedy:
      'Check the country and the number of the recipient, and send from a number that a carrier has. Without a sender, your default number sends. To text real phones, connect a carrier; the Carriers page of the console explains how.',
  },
  media_not_supported: {
    status: 422,
    title: 'No carrier can send media from this sender to this recipient',
    remedy: 'Send the message without media_urls, or from a sender whose carrier supports media.',
  },
  recipient_not_allowed: {
    status: 422,
    title: 'This account may not text this number',
    remedy:
      'Choose another recipient. The operator of the service decides which numbers the account may text, and an admin of the account which countries get verification codes.',
  },
  daily_limit_reached: {
    status: 422,
    title: 'This account has reached its daily limit',
    remedy:
      'Send the message tomorrow, or ask the operator of the service to raise the limit. An admin of the account can raise the limit of verification codes, which counts those of the last 24 hours.',
  },
  verification_blocked: {
    status: 422,
    title: 'The service does not send codes to this range of phone numbers',
    remedy:
      'Offer another way to sign in. If the users are real, unblock the prefix with an admin key.',
  },
  opt_in_required: {
    status: 422,
    title: 'The contact must opt in first',
    remedy:
      'Send a pending contact a confirmation request. After an opt-out, include newer consent with its source and time, or ask the contact to reply START.',
  },
  too_many_verifications: {
    status: 429,
    title: 'This phone number or account got too many codes',
    remedy: 'Wait for the number of seconds in Retry-After, then send another code.',
    hasRetryAfter: true,
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    remedy: 'Wait for the number of seconds in Retry-After, then repeat the request.',
    retryable: true,
    hasRetryAfter: true,
  },
  headers_too_large: {
    status: 431,
    title: 'The URL and the headers are too large',
    remedy: 'Shorten the URL and the headers to at most 16 KiB together.',
  },
  internal_error: {
    status: 500,
    title: 'Something went wrong in the service',
    remedy:
      'Repeat the request, a POST with the same idempotency key. If the error persists, report the request ID.',
  },
  unavailable: {
    status: 503,
    title: 'The service is not available right now',
    remedy: 'Wait for the number of seconds in Retry-After, then repeat the request.',
    retryable: true,
    hasRetryAfter: true,
  },
  unconfirmed: {
    status: 503,
    title: 'The service could not confirm whether it carried out the request',
    remedy: 'Repeat the request with the same idempotency key, or check first what it changed.',
    retryable: true,
    mayHaveRun: true,
    hasRetryAfter: true,
  },
});
export type ErrorCode = keyof typeof errors;

/** Returns true if the response with this error has the header Retry-After. */
export const hasRetryAfter = (code: ErrorCode): boolean => 'hasRetryAfter' in errors[code];

/** Any operation may return these errors, so no operation lists them. */
export const commonErrors = [
  'unauthenticated',
  'insufficient_scope',
  'validation_failed',
  'rate_limited',
  'internal_error',
  'unavailable',
] as const satisfies readonly ErrorCode[];

/** The responses with these errors say which key the request needs. */
export const challengeErrors = [
  'unauthenticated',
  'insufficient_scope',
] as const satisfies readonly ErrorCode[];

/** An operation that changes something may also return these errors. */
export const changeErrors = ['unconfirmed'] as const satisfies readonly ErrorCode[];

/** An operation with a body may also return these errors. */
export const bodyErrors = [
  'malformed_json',
  'payload_too_large',
  'unsupported_media_type',
] as const satisfies readonly ErrorCode[];

/** A POST that takes an idempotency key may also return these errors. */
export const idempotencyErrors = [
  'invalid_idempotency_key',
  'idempotency_in_progress',
  'idempotency_key_reused',
] as const satisfies readonly ErrorCode[];

/** Lists the possible errors of one field. */
export const fieldErrorCodes = [
  'required',
  'unknown_field',
  'wrong_type',
  'too_short',
  'too_long',
  'out_of_range',
  'not_one_of',
  'invalid_format',
  'exactly_one',
  'at_least_one',
  'duplicate',
  'invalid_phone_number',
  'invalid_sender',
  'invalid_url',
  'not_gsm7',
  'too_many_segments',
  'not_found',
  'taken',
  'missing_merge_field',
] as const;
export type FieldErrorCode = (typeof fieldErrorCodes)[number];

export const problemSchema = record({
  title: 'Problem',
  description: 'What went wrong, in the format of RFC 9457',
  properties: {
    type: { type: 'string', description: 'URL of the page about this error' },
    title: { type: 'string', description: 'What happened, in a few words' },
    status: { type: 'integer', description: 'HTTP status' },
    code: {
      type: 'string',
      description: 'Stable name of the error',
      enum: Object.keys(errors) as ErrorCode[],
    },
    detail: {
      type: 'string',
      description: 'What happened in this request and what to do next',
    },
    request_id: {
      type: 'string',
      title: 'Request ID',
      description: 'Identifies the request in the log',
    },
    errors: {
      type: 'array',
      title: 'Errors',
      description: 'The fields with errors',
      items: record({
        properties: {
          pointer: { type: 'string', description: 'JSON Pointer of the field' },
          code: { type: 'string', enum: fieldErrorCodes },
          detail: { type: 'string' },
        },
      }),
    },
  },
});
