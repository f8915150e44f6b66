/** Where the credentials of a request travel: `Authorization: Bearer <key>`. */
export const authentication = { header: 'Authorization', prefix: 'Bearer ' } as const;

/** The base URL carries the version; every path of the contract stands below it. */
export const basePath = '/v1';

/** The media type of every failure (RFC 9457). */
export const problemType = 'application/problem+json';

export const headers = {
  idempotencyKey: 'Idempotency-Key',
  idempotentReplayed: 'Idempotent-Replayed',
  rateLimit: 'RateLimit',
  rateLimitPolicy: 'RateLimit-Policy',
  requestId: 'Request-Id',
  retryAfter: 'Retry-After',
  /** Standard Webhooks 1.0. */
  webhookId: 'webhook-id',
  webhookSignature: 'webhook-signature',
  webhookTimestamp: 'webhook-timestamp',
} as const;

export const limits = {
  /** Bytes of a request body. */
  bodyBytes: 1024 * 1024,
  /** Hours for which the answer to an `Idempotency-Key` is kept. */
  idempotencyHours: 24,
  /** Characters of an `Idempotency-Key`. */
  idempotencyKeyLength: 255,
  /** Rows of a file of contacts. */
  importRows: 10_000,
} as const;
