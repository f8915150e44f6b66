import { limits } from './limits.ts';

/** Requests carry their credentials in this header: `Authorization: Bearer <key>`. */
export const authentication = { header: 'Authorization', prefix: 'Bearer ' } as const;

/** The base URL ends with the version. Every path of the contract is relative to it. */
export const basePath = '/v1';

/** The media type of every error (RFC 9457). */
export const problemType = 'application/problem+json';

export const headers = {
  authenticate: 'WWW-Authenticate',
  idempotencyKey: 'Idempotency-Key',
  idempotentReplayed: 'Idempotent-Replayed',
  rateLimit: 'RateLimit',
  rateLimitPolicy: 'RateLimit-Policy',
  requestId: 'Request-Id',
  retryAfter: 'Retry-After',
  /** Defined by Standard Webhooks 1.0. */
  webhookId: 'webhook-id',
  webhookSignature: 'webhook-signature',
  webhookTimestamp: 'webhook-timestamp',
  /** The number of the attempt, which the standard does not define. The signature excludes it. */
  webhookAttempt: 'webhook-attempt',
} as const;

/**
 * The statuses of failures that pass: a limit, a proxy that does not reach the service, and 520 to 530,
 * with which Cloudflare says why its proxy does not.
 */
export const temporaryStatuses: readonly number[] = [
  429, 502, 503, 504, 520, 521, 522, 523, 524, 525, 526, 527, 528, 529, 530,
];

/** The longest time in seconds that a client waits because of a Retry-After. */
export const longestRetryAfter = 3600;

/**
 * A header can hold only visible ASCII characters and spaces. A header of spaces arrives empty, and
 * curl does not send it.
 */
export const idempotencyKeyPattern = '^ *[!-~][ -~]*$';

/** Returns true if the service accepts a text as an idempotency key. */
export const isIdempotencyKey = (text: string): boolean =>
  new RegExp(idempotencyKeyPattern).test(text) && text.length <= limits.idempotencyKeyLength;

/**
 * Returns an idempotency key as the service compares it, or undefined if it is not valid. A header
 * loses spaces at its ends, and may have the quotes of the draft standard.
 */
export function normalizeIdempotencyKey(written: string): string | undefined {
  const key = written.trim().replace(/^"(.*)"$/, '$1');
  return isIdempotencyKey(key) ? key : undefined;
}
