import {
  errors,
  fromWire,
  headers as headerNames,
  longestRetryAfter,
  pointerFromWire,
  problemSchema,
  productName,
  temporaryStatuses,
  toWire,
  type ErrorCode,
  type Infer,
  type Schema,
} from '../contract/index.ts';
import type { HttpResponse } from './transport.ts';

type Problem = Infer<typeof problemSchema>;
export type FieldError = Problem['errors'][number];

type OwnCode =
  /** There was no connection, so the request was not sent. */
  | 'network_error'
  /** The connection ended, or the time was up, before a response arrived. */
  | 'no_response'
  /** A proxy responded with a 5xx status in place of the service. */
  | 'gateway_error'
  /** A proxy or firewall refused the request with a 403. */
  | 'blocked'
  /** A proxy responded with a redirect to another address, which no transport follows. */
  | 'redirected'
  /** The service responded with an error that is newer than this client. */
  | 'newer_error'
  /** The response is not from the API. */
  | 'unexpected_response'
  /** The caller canceled the call. */
  | 'aborted';

interface Details {
  readonly message: string;
  /** A code of the error table, or the code of an error that did not come from the API. */
  readonly code: ErrorCode | OwnCode;
  /** The code that the service gave to a `newer_error`. */
  readonly newerCode?: string | undefined;
  /** The HTTP status, or 0 if no response arrived. */
  readonly status: number;
  /** Says what to do next. */
  readonly remedy?: string;
  readonly fieldErrors?: readonly FieldError[];
  readonly requestId?: string;
  /** The seconds to wait, at most an hour, if the service named them. */
  readonly retryAfter?: number;
  /** Whether the same request may succeed later. */
  readonly retryable?: boolean;
  /** Whether the service may have carried out the request all the same. */
  readonly mayHaveRun?: boolean;
  readonly cause?: unknown;
}

/**
 * Describes the failure of a call. The message tells people what happened and contains no text and
 * no phone number.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: Details['code'];
  readonly newerCode: string | undefined;
  readonly status: number;
  readonly remedy: string;
  readonly fieldErrors: readonly FieldError[];
  /** The first field with an error, as an input of the operation: `to`, or `messages/3/to` in a batch. */
  readonly field: string | undefined;
  readonly requestId: string | undefined;
  readonly retryAfter: number | undefined;
  readonly retryable: boolean;
  /** Whether the service may have done what the call requested, for example sent a message. */
  readonly mayHaveRun: boolean;

  constructor(details: Details) {
    super(details.message, { cause: details.cause });
    this.code = details.code;
    this.newerCode = details.newerCode;
    this.status = details.status;
    this.remedy =
      details.remedy ?? 'Try again. If the error persists, contact the operator of the service.';
    this.fieldErrors = details.fieldErrors ?? [];
    this.field = this.fieldErrors[0]?.pointer.slice(1) || undefined;
    this.requestId = details.requestId;
    this.retryAfter = details.retryAfter;
    this.retryable = details.retryable ?? false;
    this.mayHaveRun = details.mayHaveRun ?? false;
  }
}

/** Returns true if a call failed because its object does not exist. */
export const isNotFound = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'not_found';

/** Treats a missing object as an empty result and throws other errors. */
export function noneIfMissing(error: unknown): undefined {
  if (!isNotFound(error)) throw error;
}

/** Returns the error of a field that no request can carry. `key` names the field as a form does. */
export const invalidField = (key: string, detail: string): ApiError =>
  new ApiError({
    message: 'A field is not valid',
    code: 'validation_failed',
    status: 422,
    fieldErrors: [{ pointer: `/${key}`, code: 'invalid_format', detail }],
  });

/**
 * Returns the error that a problem describes. The pointers of the problem refer to `input`, the
 * schema of the request. `changes` means that the request may change something.
 */
export function errorOfProblem(
  wire: unknown,
  input: Schema,
  retryAfter?: number,
  changes = true,
): ApiError | undefined {
  const problem = fromWire(problemSchema, wire) as Partial<Problem> | null | undefined;
  if (typeof problem?.code !== 'string') return undefined;
  const { title, ...known } = isErrorCode(problem.code)
    ? { code: problem.code, ...errors[problem.code] }
    : newerError(problem.code, problem.status, changes);
  return new ApiError({
    ...known,
    message: problem.detail ?? title,
    status: problem.status ?? known.status,
    fieldErrors: (problem.errors ?? []).map((error) => ({
      ...error,
      pointer: pointerFromWire(input, error.pointer),
    })),
    requestId: problem.request_id,
    retryAfter,
  });
}

/** Describes an error that the table lacks. Only its status says what it means for the request. */
const newerError = (newerCode: string, status = 0, changes: boolean) => ({
  code: 'newer_error' as const,
  newerCode,
  status,
  title: 'The service refused the request',
  remedy: 'If the error persists, contact the operator of the service.',
  retryable: isTemporary(status),
  mayHaveRun: changes && (status < 300 || status >= 500),
});

const isTemporary = (status: number): boolean => temporaryStatuses.includes(status);

/** Returns the error of one item in a batch, whose problem already uses the names of the contract. */
export const errorOfItem = (
  problem: Problem | null | undefined,
  input: Schema,
): ApiError | undefined => errorOfProblem(problem && toWire(problemSchema, problem), input);

/**
 * Returns the error of a response that reports a failure or is not from the API. `changes` means that the
 * request may change something.
 */
export function errorOfResponse(
  { status, headers, body }: HttpResponse,
  input: Schema,
  changes: boolean,
): ApiError {
  const retryAfter = parseSeconds(headers[headerNames.retryAfter.toLowerCase()]);
  const requestId = headers[headerNames.requestId.toLowerCase()];
  const details = { status, requestId, retryAfter };
  if (isProblem(status, body)) return errorOfProblem(body, input, retryAfter, changes)!;
  // A proxy may limit rates and sizes too, with a different body.
  if (status === 429) return errorOfProblem({ code: 'rate_limited' }, input, retryAfter)!;
  if (status === 413) return errorOfProblem({ code: 'payload_too_large' }, input)!;
  if (status === 403)
    return new ApiError({
      ...details,
      message: 'A proxy or firewall in front of the service refused the request',
      code: 'blocked',
      remedy: 'Ask the operator of the service to allow it, and check the base URL.',
    });
  if (status >= 500)
    return new ApiError({
      ...details,
      message: 'The service is temporarily unavailable',
      code: 'gateway_error',
      remedy: 'Try again later.',
      retryable: isTemporary(status),
      mayHaveRun: changes,
    });
  const target = status >= 300 && status < 400 ? readOrigin(headers.location) : undefined;
  if (target !== undefined)
    return new ApiError({
      ...details,
      message: `The base URL redirects to ${target}`,
      code: 'redirected',
      remedy:
        'If this is the address of the service, begin the base URL with it. Otherwise, check the base URL.',
    });
  return new ApiError({
    ...details,
    message: `The response is not from a ${productName} service`,
    code: 'unexpected_response',
    remedy: 'Check the base URL.',
    mayHaveRun: changes && status < 300,
  });
}

/** Returns the scheme and host of a URL. The rest may contain a phone number. */
const readOrigin = (url = ''): string | undefined =>
  /^https?:/i.test(url) && URL.canParse(url) ? new URL(url).origin : undefined;

/** Returns false for the error of a proxy, which may have a code and a status, too. */
function isProblem(status: number, body: unknown): boolean {
  const problem = fromWire(problemSchema, body) as Partial<Problem> | null | undefined;
  const texts = [problem?.type, problem?.code, problem?.detail, problem?.request_id];
  return (
    problem?.status === status &&
    texts.every((text) => typeof text === 'string') &&
    Array.isArray(problem.errors)
  );
}

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errors, code);

/**
 * Reads Retry-After in whole seconds only. To read it as a date would need a clock. With zero, the
 * usual delay applies, because a client that never waits would flood a proxy that is in trouble.
 */
const parseSeconds = (value: string | undefined): number | undefined =>
  value !== undefined && /^0*[1-9]\d*$/.test(value)
    ? Math.min(Number(value), longestRetryAfter)
    : undefined;
