import {
  errors,
  fromWire,
  headers as headerNames,
  pointerFromWire,
  problemSchema,
  toWire,
  type ErrorCode,
  type Infer,
  type Schema,
} from '../contract/index.ts';
import type { HttpResponse } from './transport.ts';

type Problem = Infer<typeof problemSchema>;
export type FieldError = Problem['errors'][number];

interface Details {
  readonly message: string;
  /**
   * A code of the error table, or `network_error` if no response arrived, `unexpected_response` if the
   * response is not from the API, and `aborted` if the caller canceled the call.
   */
  readonly code: ErrorCode | 'network_error' | 'unexpected_response' | 'aborted';
  /** The HTTP status, or 0 if no response arrived. */
  readonly status: number;
  /** Says what to do next. */
  readonly remedy?: string;
  readonly fieldErrors?: readonly FieldError[];
  readonly requestId?: string;
  /** The seconds to wait, if the service named them. */
  readonly retryAfter?: number;
  /** Whether the same request may succeed later. */
  readonly retryable?: boolean;
  readonly cause?: unknown;
}

/**
 * Describes the failure of a call. The message tells people what happened and contains no text and
 * no phone number.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: Details['code'];
  readonly status: number;
  readonly remedy: string;
  readonly fieldErrors: readonly FieldError[];
  /** The first field with an error, as an input of the operation: `to`, or `messages/3/to` in a batch. */
  readonly field: string | undefined;
  readonly requestId: string | undefined;
  readonly retryAfter: number | undefined;
  readonly retryable: boolean;

  constructor(details: Details) {
    super(details.message, { cause: details.cause });
    this.code = details.code;
    this.status = details.status;
    this.remedy =
      details.remedy ?? 'Try again. If the error persists, contact the operator of the service.';
    this.fieldErrors = details.fieldErrors ?? [];
    this.field = this.fieldErrors[0]?.pointer.slice(1) || undefined;
    this.requestId = details.requestId;
    this.retryAfter = details.retryAfter;
    this.retryable = details.retryable ?? false;
  }
}

/**
 * Returns the error that a problem describes. The pointers of the problem refer to `input`, the
 * schema of the request.
 */
export function errorOfProblem(
  wire: unknown,
  input: Schema,
  retryAfter?: number,
): ApiError | undefined {
  const problem = fromWire(problemSchema, wire) as Partial<Problem> | null | undefined;
  if (!isErrorCode(problem?.code)) return undefined;
  const {
    status,
    title,
    remedy,
    ...rest
  }: { status: number; title: string; remedy: string; retryable?: true } = errors[problem.code];
  return new ApiError({
    message: problem.detail ?? title,
    code: problem.code,
    status: problem.status ?? status,
    remedy,
    fieldErrors: (problem.errors ?? []).map((error) => ({
      ...error,
      pointer: pointerFromWire(input, error.pointer),
    })),
    requestId: problem.request_id,
    retryAfter,
    retryable: rest.retryable ?? false,
  });
}

/** Returns the error of one item in a batch, whose problem already uses the names of the contract. */
export const errorOfItem = (
  problem: Problem | null | undefined,
  input: Schema,
): ApiError | undefined => errorOfProblem(problem && toWire(problemSchema, problem), input);

/** Returns the error of a response that reports a failure or is not from the API. */
export function errorOfResponse({ status, headers, body }: HttpResponse, input: Schema): ApiError {
  const retryAfter = secondsOf(headers[headerNames.retryAfter.toLowerCase()]);
  return (
    errorOfProblem(body, input, retryAfter) ??
    // A proxy may limit rates too, with a different body.
    errorOfProblem(status === 429 ? { code: 'rate_limited' } : undefined, input, retryAfter) ??
    new ApiError({
      message: `The service responded with ${status}, but not in the format of the API`,
      code: 'unexpected_response',
      status,
      remedy: 'Check the base URL, and whether a proxy is in front of the service.',
      requestId: headers[headerNames.requestId.toLowerCase()],
      retryAfter,
      retryable: status >= 502 && status <= 504,
    })
  );
}

const isErrorCode = (code: unknown): code is ErrorCode =>
  typeof code === 'string' && Object.hasOwn(errors, code);

/** Reads Retry-After in whole seconds only. To read it as a date would need a clock. */
const secondsOf = (value: string | undefined): number | undefined =>
  value !== undefined && /^\d+$/.test(value) ? Number(value) : undefined;
