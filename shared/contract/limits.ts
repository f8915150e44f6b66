/** Defines the limits of the API. The API reference contains the descriptions. */
export const describedLimits = {
  bodyBytes: { value: 1024 * 1024, description: 'Size of a request body in bytes' },
  bodyLevels: { value: 20, description: 'Nesting depth of a request body' },
  bodyEntries: {
    value: 1_000,
    description: 'Fields of one object, or items of one array, in a request body',
  },
  bodyValues: { value: 40_000, description: 'Fields and items in a request body in total' },
  idempotencyHours: {
    value: 24,
    description: 'Hours that the service keeps the response to an `Idempotency-Key`',
  },
  idempotencyKeyLength: { value: 255, description: 'Length of an `Idempotency-Key`' },
  textLength: { value: 1_600, description: 'Characters in the text of a message' },
  segments: { value: 11, description: 'Segments of a message' },
  importRows: { value: 10_000, description: 'Rows of an imported CSV file' },
  importColumns: { value: 200, description: 'Columns of an imported CSV file' },
  sendAheadDays: {
    value: 35,
    description: 'Days from now to the latest time to send a message or start a broadcast',
  },
  sendPastSeconds: {
    value: 60,
    description:
      'Seconds that the time to send may have passed; the message then goes out immediately',
  },
  handsetStreams: {
    value: 20,
    description: 'Open streams of simulated handsets per account and process',
  },
  nameLength: { value: 100, description: 'Length of a key in `metadata` and `attributes`' },
  keys: { value: 1_000, description: 'Active API keys per account, not counting replaced keys' },
  replacedKeys: { value: 1_000, description: 'Replaced API keys per account that still work' },
  keyDays: { value: 1_826, description: 'Days until an API key expires' },
  keyOverlapHours: { value: 720, description: 'Hours that an API key works after its rotation' },
  lastingKeyDays: {
    value: 7,
    description: 'Days that an admin key must still work before you can revoke the last other one',
  },
  deniedMinutes: {
    value: 10,
    description:
      'Minutes in which a process adds at most one `denied` entry to the audit log for the same key, operation and address',
  },
  quarantineHours: {
    value: 24,
    description: 'Hours until another account can provision a number that an account released',
  },
  webhooks: { value: 100, description: 'Webhooks per account without a filter on `message_id`' },
  messageWebhooks: {
    value: 10_000,
    description: 'Webhooks per account with a filter on `message_id`',
  },
  webhooksOfMessage: {
    value: 100,
    description: 'Webhooks per account whose filters name the same message',
  },
  responseLength: {
    value: 1_000,
    description: "Characters that the service stores of a receiver's response to an event",
  },
  secretOverlapHours: {
    value: 24,
    description: 'Hours that the old secret of a webhook signs after its rotation',
  },
  unfinishedPurchases: {
    value: 10,
    description: 'Numbers of an account whose purchase is pending or failed',
  },
  acknowledgedEvents: { value: 500, description: 'Events in one request to acknowledge them' },
  comparedEvents: {
    value: 5_000,
    description: 'Events that each request to redeliver missed events compares',
  },
  lists: { value: 10_000, description: 'Lists of contacts per account' },
  listsOfContact: { value: 200, description: 'Lists that a contact is on' },
  pendingRegistrations: {
    value: 100,
    description: 'Registrations per account that await a decision',
  },
  decisionHours: {
    value: 36,
    description: 'Hours until the simulated registry decides about a registration',
  },
  runningErasures: { value: 10_000, description: 'Erasures per account that are not complete' },
  broadcasts: { value: 100, description: 'Broadcasts per account that have not ended' },
  broadcastRecipients: { value: 1_000_000, description: 'Recipients of a broadcast' },
  broadcastPreviews: {
    value: 2,
    description: 'Previews of broadcasts that an account runs at the same time, per process',
  },
  numberSearches: {
    value: 2,
    description:
      'Searches for available numbers that an account runs at the same time, per process',
  },
  runningRequests: {
    value: 5,
    description:
      'Requests that an account runs at the same time, per process, apart from those that send a message, a reply or a code; more requests wait',
  },
  broadcastSamples: { value: 5, description: 'Sample texts in the preview of a broadcast' },
  broadcastTrial: { value: 50, description: 'Messages of a broadcast before its stop rules apply' },
  burstLength: {
    value: 10,
    description: 'Duration of a burst of texts, as a multiple of `burst_seconds`',
  },
  burstTexts: { value: 50, description: 'Texts in one burst' },
  searchedConversations: {
    value: 10_000,
    description: 'Conversations that each page of a search compares',
  },
  searchedMessages: {
    value: 10_000,
    description: 'Messages that each page of a search compares',
  },
  searchedContacts: {
    value: 20_000,
    description: 'Contacts that each page of a search compares',
  },
  hourlyReportDays: { value: 92, description: 'Days of a report by the hour' },
  reportDays: { value: 3_653, description: 'Days of any other report' },
  reportRows: { value: 25_000, description: 'Rows of a report' },
  exportedRecords: {
    value: 1_000,
    description: 'Records of each kind except messages in the export of a person',
  },
  codesPerHour: { value: 5, description: 'Verification codes to one phone number in an hour' },
  codesPerDay: { value: 10, description: 'Verification codes to one phone number in 24 hours' },
  ownKeywords: { value: 50, description: "An account's own keywords of one kind" },
  claimSeconds: { value: 20, description: 'Seconds that a claim of an event lasts' },
  mediaPerMessage: {
    value: 10,
    description: 'Files of one message: those that it sends, or those that the service stores',
  },
  mediaBytes: {
    value: 5 * 1024 * 1024,
    description: 'Size of a file of a received message in bytes',
  },
  mediaLinkDays: {
    value: 7,
    description: 'Days that a link to a file of a received message works',
  },
  undecidedSeconds: {
    value: 10,
    description:
      'Seconds after the start of an attempt in which every claim is `busy`, unless the attempt has a response',
  },
} as const satisfies Readonly<
  Record<string, { readonly value: number; readonly description: string }>
>;

type Described = typeof describedLimits;
type Limits = { readonly [Name in keyof Described]: Described[Name]['value'] };

/** Maps the name of each limit to its value. */
export const limits = Object.fromEntries(
  Object.entries(describedLimits).map(([name, { value }]) => [name, value]),
) as Limits;
