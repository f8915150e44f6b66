import { errors, type ErrorCode, type FieldErrorCode } from '@textloom/shared/contract';

export interface FieldFault {
  /** JSON Pointer over the names of the contract. */
  readonly pointer: string;
  readonly code: FieldErrorCode;
  readonly detail: string;
}

interface Details {
  /** What happened here; the title of the code if left out. */
  readonly detail?: string;
  readonly faults?: readonly FieldFault[];
  /** Seconds. */
  readonly retryAfter?: number;
}

/** A failure the contract names. Anything else that is thrown is a bug and answers 500. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly code: ErrorCode;
  readonly faults: readonly FieldFault[];
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, { detail, faults = [], retryAfter }: Details = {}) {
    super(detail ?? `${errors[code].title}.`);
    this.code = code;
    this.faults = faults;
    this.retryAfter = retryAfter;
  }
}

export const fail = (code: ErrorCode, details?: Details): never => {
  throw new ServiceError(code, details);
};

/** Refuses one field. */
export const refuse = (pointer: string, code: FieldErrorCode, detail: string): never =>
  fail('validation_failed', { faults: [{ pointer, code, detail }] });
