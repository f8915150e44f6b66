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
  /** A code of the error table; `network_error` where no answer arrived, `unexpected_response` where it was not the API's, `aborted` where the caller no longer wants one. */
  readonly code: ErrorCode | 'network_error' | 'unexpected_response' | 'aborted';
  /** HTTP status; 0 where no answer arrived. */
  readonly status: number;
  /** What to do next. */
  readonly remedy?: string;
  readonly fieldErrors?: readonly FieldError[];
  readonly requestId?: string;
  /** Seconds to wait, where the service named them. */
  readonly retryAfter?: number;
  /** Whether the same request may succeed later. */
  readonly retryable?: boolean;
  readonly cause?: unknown;
}

/** Every failure of a call. The message says what happened, for a person; it holds no text and no phone number. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: Details['code'];
  readonly status: number;
  readonly remedy: string;
  readonly fieldErrors: readonly FieldError[];
  /** The first field at fault, as an input of the operation: `to`, or `messages/3/to` of a batch. */
  readonly field: string | undefined;
  readonly requestId: string | undefined;
  readonly retryAfter: number | undefined;
  readonly retryable: boolean;

  constructor(details: Details) {
    super(details.message, { cause: details.cause });
    this.code = details.code;
    this.status = details.status;
    this.remedy = details.remedy ?? 'Try again; if it goes on, ask the operator of the service.';
    this.fieldErrors = details.fieldErrors ?? [];
    this.field = this.fieldErrors[0]?.pointer.slice(1) || undefined;
    this.requestId = details.requestId;
    this.retryAfter = details.retryAfter;
    this.retryable = details.retryable ?? false;
  }
}

/** The error that a problem tells of; `input` is the schema of what was sent, which its pointers walk. */
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

/** The error of one item among many: the client has brought its problem into the names of the contract. */
export const errorOfItem = (
  problem: Problem | null | undefined,
  input: Schema,
): ApiError | undefined => errorOfProblem(problem && toWire(problemSchema, problem), input);

/** The error that an answer tells of which is none of success, or no answer of the API at all. */
export function errorOfResponse({ status, headers, body }: HttpResponse, input: Schema): ApiError {
  const retryAfter = secondsOf(headers[headerNames.retryAfter.toLowerCase()]);
  return (
    errorOfProblem(body, input, retryAfter) ??
    // A proxy limits rates too, in words of its own.
    errorOfProblem(status === 429 ? { code: 'rate_limited' } : undefined, input, retryAfter) ??
    new ApiError({
      message: `The service answered ${status} in a form that is not the API's`,
      code: 'unexpected_response',
      status,
      remedy: 'Check the base URL, and whether a proxy stands before the service.',
      requestId: headers[headerNames.requestId.toLowerCase()],
      retryAfter,
      retryable: status >= 502 && status <= 504,
    })
  );
}

const isErrorCode = (code: unknown): code is ErrorCode =>
  typeof code === 'string' && Object.hasOwn(errors, code);

/** Retry-After in its form of whole seconds; as a date it is not worth the clock it needs. */
const secondsOf = (value: string | undefined): number | undefined =>
  value !== undefined && /^\d+$/.test(value) ? Number(value) : undefined;
