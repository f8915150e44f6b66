import { errors, isIdempotencyKey } from '@textloom/shared/contract';
import { ApiError } from './errors.ts';

/**
 * Throws an error if the service would refuse the idempotency key of a message. `path` is the JSON
 * Pointer of the messages.
 */
export function checkKeys(messages: unknown, path: string): void {
  if (!Array.isArray(messages)) return;
  messages.forEach((message: { readonly idempotency_key?: unknown } | null | undefined, index) => {
    const key = message?.idempotency_key ?? undefined;
    if (key === undefined || (typeof key === 'string' && isIdempotencyKey(key))) return;
    const { remedy } = errors.invalid_idempotency_key;
    const pointer = `${path}/${index}/idempotency_key`;
    throw new ApiError({
      message: `${pointer}: is not a valid idempotency key. ${remedy}`,
      remedy,
      code: 'invalid_idempotency_key',
      status: 0,
      fieldErrors: [{ pointer, code: 'invalid_format', detail: remedy }],
      retryable: false,
      mayHaveRun: false,
    });
  });
}
