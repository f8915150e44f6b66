import { errors, type ErrorCode, type FieldErrorCode } from '@textloom/shared/contract';

export interface FieldError {
  /** JSON Pointer over the names of the contract. */
  readonly pointer: string;
  readonly code: FieldErrorCode;
  readonly detail: string;
}

interface Details {
  /** What happened here; the title of the code if left out. */
  readonly detail?: string;
  readonly fieldErrors?: readonly FieldError[];
  /** Seconds. */
  readonly retryAfter?: number;
}

/** A failure the contract names. Anything else that is thrown is a bug and answers 500. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly code: ErrorCode;
  readonly fieldErrors: readonly FieldError[];
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, { detail, fieldErrors = [], retryAfter }: Details = {}) {
    super(detail ?? `${errors[code].title}.`);
    this.code = code;
    this.fieldErrors = fieldErrors;
    this.retryAfter = retryAfter;
  }
}

export const fail = (code: ErrorCode, details?: Details): never => {
  throw new ServiceError(code, details);
};

/** Refuses one field. */
export const refuse = (pointer: string, code: FieldErrorCode, detail: string): never =>
  fail('validation_failed', { fieldErrors: [{ pointer, code, detail }] });
