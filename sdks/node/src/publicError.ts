import { ApiError as ClientError } from '@textloom/shared/client';
import { ApiError, NetworkError } from './errors.ts';

/** Converts the error of a call to the one that the caller gets. A canceled call has the reason of its signal. */
export function publicError(error: unknown, signal?: AbortSignal): unknown {
  if (!(error instanceof ClientError)) return error;
  const { code, message, remedy, retryable, retryAfter, mayHaveRun, cause } = error;
  const { newerCode, status, fieldErrors, requestId } = error;
  const details = { message, remedy, retryable, retryAfter, mayHaveRun, cause };
  if (code === 'aborted') return signal?.reason;
  if (code === 'network_error' || code === 'no_response') return new NetworkError(details);
  // The response did not come from the API, and the status says enough.
  const isForeign = ['gateway_error', 'blocked', 'redirected'].includes(code);
  return new ApiError({
    ...details,
    code: newerCode ?? (isForeign ? 'unexpected_response' : code),
    status,
    fieldErrors,
    requestId,
  });
}
