/** Requests carry their credentials in this header: `Authorization: Bearer <key>`. */
export const authentication = { header: 'Authorization', prefix: 'Bearer ' } as const;

/** The base URL ends with the version. Every path of the contract is relative to it. */
export const basePath = '/v1';

/** The media type of every error (RFC 9457). */
export const problemType = 'application/problem+json';

export const headers = {
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

export const limits = {
  /** Size of a request body in bytes. */
  bodyBytes: 1024 * 1024,
  /** Nesting depth of a request body. */
  bodyLevels: 20,
  /** Fields of one object, or items of one array, in a request body. */
  bodyEntries: 1_000,
  /** Fields and items in a request body in total. */
  bodyValues: 40_000,
  /** Hours that the service keeps the response to an `Idempotency-Key`. */
  idempotencyHours: 24,
  /** Length of an `Idempotency-Key`. */
  idempotencyKeyLength: 255,
  /** Rows of an imported CSV file. */
  importRows: 10_000,
  /** Columns of an imported CSV file. */
  importColumns: 200,
  /** Open streams of simulated handsets per account and process. */
  handsetStreams: 20,
  /** Length of a name in `metadata` and `attributes`. */
  nameLength: 100,
  /** Active API keys per account, not counting replaced keys. */
  keys: 1_000,
  /** Replaced API keys per account that still work. */
  replacedKeys: 1_000,
  /** Days until an API key expires. */
  keyDays: 1_826,
  /** Hours that an API key works after its rotation. */
  keyOverlapHours: 720,
  /** Hours until another account can provision a number that an account released. */
  quarantineHours: 24,
  /** Webhooks per account without a filter on `message_id`. */
  webhooks: 100,
  /** Webhooks per account with a filter on `message_id`. */
  messageWebhooks: 10_000,
  /** Webhooks per account whose filters name the same message. */
  webhooksOfMessage: 100,
  /** Numbers of an account whose purchase is pending or failed. */
  unfinishedPurchases: 10,
  /** Events in one request to acknowledge them. */
  acknowledgedEvents: 500,
  /** Broadcasts per account that have not ended. */
  broadcasts: 100,
  /** Recipients of a broadcast. */
  broadcastRecipients: 1_000_000,
  /** Previews of broadcasts that an account runs at the same time, per process. */
  broadcastPreviews: 2,
  /** Messages of a broadcast before its stop rules apply. */
  broadcastTrial: 50,
  /** A burst of texts lasts at most this many times `burst_seconds`. */
  burstLength: 10,
  /** Texts in one burst. */
  burstTexts: 50,
  /** Conversations that a search compares, those with the newest messages. */
  searchedConversations: 10_000,
  /** Messages that a search compares, the newest ones. */
  searchedMessages: 10_000,
  /** Contacts that a search compares, the newest ones. */
  searchedContacts: 20_000,
  /** Verification codes to one phone number in an hour. */
  codesPerHour: 5,
  /** Verification codes to one phone number in 24 hours. */
  codesPerDay: 10,
  /** An account's own keywords of one kind. */
  ownKeywords: 50,
  /** Seconds that a claim of an event lasts. */
  claimSeconds: 20,
  /** Files of one received message that the service stores. */
  mediaPerMessage: 10,
  /** Size of a file of a received message in bytes. */
  mediaBytes: 5 * 1024 * 1024,
  /** Days that a link to a file of a received message works. */
  mediaLinkDays: 7,
  /** Seconds in which only the acknowledgement of an event counts after a lost response. */
  undecidedSeconds: 10,
} as const;

/** A header can hold only visible ASCII characters and spaces. */
export const idempotencyKeyPattern = '^[ -~]+$';

/** Returns true if the service accepts a text as an idempotency key. */
export const isIdempotencyKey = (text: string): boolean =>
  new RegExp(idempotencyKeyPattern).test(text) && text.length <= limits.idempotencyKeyLength;
