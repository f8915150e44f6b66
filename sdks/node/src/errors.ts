import type { ErrorCode, ProblemErrors } from './types.generated.ts';

interface Details {
  readonly message: string;
  readonly remedy: string;
  readonly retryable: boolean;
  readonly retryAfter?: number | undefined;
  readonly mayHaveRun: boolean;
  readonly cause?: unknown;
}

/** A call that failed. The message contains no text of a message and no phone number. */
export class TextloomError extends Error {
  override readonly name: string = 'TextloomError';
  /** Says what to do next. */
  readonly remedy: string;
  /** Whether the same call may succeed later. */
  readonly retryable: boolean;
  /** The seconds to wait, at most an hour, if the service named them. */
  readonly retryAfter: number | undefined;
  /** Whether the service may have carried out the call all the same, for example sent a message. */
  readonly mayHaveRun: boolean;

  constructor({ message, remedy, retryable, retryAfter, mayHaveRun, cause }: Details) {
    super(message, cause === undefined ? undefined : { cause });
    this.remedy = remedy;
    this.retryable = retryable;
    this.retryAfter = retryAfter;
    this.mayHaveRun = mayHaveRun;
  }
}

/** No response arrived. */
export class NetworkError extends TextloomError {
  override readonly name = 'NetworkError';
}

/** The service refused the call, or the client refused to send it. */
export class ApiError extends TextloomError {
  override readonly name = 'ApiError';
  /** The name of the error, which does not change between versions. A newer service may have others. */
  readonly code: ErrorCode | (string & {});
  /** The HTTP status, or 0 if the client did not send the call. */
  readonly status: number;
  /** The fields with errors. */
  readonly fieldErrors: readonly ProblemErrors[];
  /** Identifies the request in the log of the service. */
  readonly requestId: string | undefined;
  /** The message without the code and the ID of the request. */
  readonly detail: string;

  constructor(
    details: Details & {
      readonly code: string;
      readonly status: number;
      readonly fieldErrors?: readonly ProblemErrors[];
      readonly requestId?: string | undefined;
    },
  ) {
    const { code, requestId } = details;
    const names = requestId === undefined ? code : `${code}, ${requestId}`;
    super({ ...details, message: `${details.message} (${names})` });
    this.detail = details.message;
    this.code = details.code;
    this.status = details.status;
    this.fieldErrors = details.fieldErrors ?? [];
    this.requestId = details.requestId;
  }
}

/** A webhook delivery that is not accepted. The message contains no secret and no part of the body. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}
