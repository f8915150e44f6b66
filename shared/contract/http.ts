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
  /** Objects and lists in each other in a request body. */
  bodyLevels: 20,
  /** Fields of one object, or items of one list, in a request body. */
  bodyEntries: 1_000,
  /** Fields and items of a request body, all together. */
  bodyValues: 40_000,
  /** Hours for which the answer to an `Idempotency-Key` is kept. */
  idempotencyHours: 24,
  /** Characters of an `Idempotency-Key`. */
  idempotencyKeyLength: 255,
  /** Rows of a file of contacts. */
  importRows: 10_000,
  /** Columns of a file of contacts. */
  importColumns: 200,
  /** Open streams of simulated handsets of one account, to one process. */
  handsetStreams: 20,
  /** Characters of a name in `metadata` and `attributes`. */
  nameLength: 100,
  /** Webhooks of an account without a filter on `message_id`. */
  webhooks: 100,
  /** Webhooks of an account with a filter on `message_id`. */
  messageWebhooks: 10_000,
  /** Webhooks of an account whose filters name one message. */
  webhooksOfMessage: 100,
} as const;
