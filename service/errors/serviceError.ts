import { errors, type ErrorCode, type FieldErrorCode } from '@textloom/shared/contract';

export interface FieldError {
  /** A JSON Pointer that uses the names of the contract. */
  readonly pointer: string;
  readonly code: FieldErrorCode;
  readonly detail: string;
}

interface Details {
  /** Describes what happened. Defaults to the title of the code. */
  readonly detail?: string;
  readonly fieldErrors?: readonly FieldError[];
  /** In seconds. */
  readonly retryAfter?: number;
  /** The bug behind an `internal_error`, for the log. */
  readonly cause?: unknown;
}

/** A failure that the contract names. Any other error is a bug, and the response is a 500. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly code: ErrorCode;
  readonly fieldErrors: readonly FieldError[];
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, { detail, fieldErrors = [], retryAfter, cause }: Details = {}) {
    super(detail ?? `${errors[code].title}.`, { cause });
    this.code = code;
    this.fieldErrors = fieldErrors;
    this.retryAfter = retryAfter;
  }
}

export const fail = (code: ErrorCode, details?: Details): never => {
  throw new ServiceError(code, details);
};

/** Refuses a request because of one field. */
export const refuse = (pointer: string, code: FieldErrorCode, detail: string): never =>
  fail('validation_failed', { fieldErrors: [{ pointer, code, detail }] });

/** Refuses a request for an object that the account does not have. */
export const failMissing = (noun: string): never =>
  fail('not_found', { detail: `There is no such ${noun} in this account.` });
