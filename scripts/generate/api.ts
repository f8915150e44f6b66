import {
  authentication,
  basePath,
  errors,
  events,
  headers,
  limits,
  operations,
  problemType,
  productName,
  scopes,
} from '@textloom/shared/contract';
import { openApiDocument } from '@textloom/shared/openapi';
import { version } from '../../service/lib/version.ts';

/** Generates the OpenAPI document and the reference page from the contract. */
export const generateApi = (): Record<string, string> => ({
  'docs/openapi.json': `${JSON.stringify(openApiDocument({ version, serverUrl: `http://127.0.0.1:4010${basePath}` }), null, 2)}\n`,
  'docs/api.md': reference(),
});

const { header, prefix } = authentication;

const reference = (): string => `# The ${productName} API

The API sends and receives text messages from your own code. All paths are relative to the base URL, such as \`http://127.0.0.1:4010${basePath}\`. For every field, see the reference at \`/docs/reference\` on your service, or \`docs/openapi.json\`.

## Make a request

- **Authentication.** Send your API key in the header \`${header}: ${prefix}KEY\`. A key has one of these scopes: ${scopes.map((scope) => `\`${scope}\``).join(', ')}. Each scope includes the ones before it.
- **Retries.** Add an \`${headers.idempotencyKey}\` to a POST request. If you repeat the request within ${limits.idempotencyHours} hours, you get the first response again, with the header \`${headers.idempotentReplayed}\`.
- **Pages.** A list returns \`has_more\` and \`next_cursor\`. To get the next page, pass \`next_cursor\` as \`cursor\`.
- **Errors.** An error is \`${problemType}\`. Handle it by its \`code\`. Its \`type\` is the address of a page about the error.
- **Phone numbers.** Paste a number as it is, for example \`(202) 555-0123\`, \`tel:+1-202-555-0123\` or \`+1 202 555 0123 ext. 5\`. The service ignores an extension, because a text cannot be sent to one. A number without a country code belongs to the country of the account. Responses contain numbers in E.164 format.
- **Rate limits.** Responses have the headers \`${headers.rateLimit}\` and \`${headers.rateLimitPolicy}\`. After a 429 or 503, wait for the seconds in \`${headers.retryAfter}\`.
- **Support.** Each response has a \`${headers.requestId}\`, which you also find in the log of the service.

## Operations
${table(
  ['Request', 'Scope', 'What it does'],
  operations.map(({ operation: { method, path, scope, description } }) => [
    `\`${method} ${path}\``,
    scope,
    description,
  ]),
)}

## Events
${table(
  ['Event', 'Sent when …'],
  Object.entries(events).map(([type, { when }]) => [`\`${type}\``, when]),
)}

## Limits
For the limits of each field, see \`docs/openapi.json\`. The following limits also apply:

${table(
  ['Limit', 'Maximum'],
  Object.entries(limits).map(([name, most]) => [
    limitWords[name as keyof typeof limits],
    most.toLocaleString('en-US'),
  ]),
)}

## Errors
${table(
  ['Code', 'Status', 'What happened', 'What to do'],
  Object.entries(errors).map(([code, { status, title, remedy }]) => [
    `\`${code}\``,
    String(status),
    title,
    remedy,
  ]),
)}
`;

const limitWords: Readonly<Record<keyof typeof limits, string>> = {
  bodyBytes: 'Size of a request body in bytes',
  bodyLevels: 'Nesting depth of a request body',
  bodyEntries: 'Fields of one object, or items of one array, in a request body',
  bodyValues: 'Fields and items in a request body in total',
  idempotencyHours: 'Hours that the service keeps the response to an `Idempotency-Key`',
  idempotencyKeyLength: 'Length of an `Idempotency-Key`',
  importRows: 'Rows of an imported CSV file',
  importColumns: 'Columns of an imported CSV file',
  handsetStreams: 'Open streams of simulated handsets per account and process',
  nameLength: 'Length of a key in `metadata` and `attributes`',
  keys: 'Active API keys per account, not counting replaced keys',
  replacedKeys: 'Replaced API keys per account that still work',
  keyDays: 'Days until an API key expires',
  keyOverlapHours: 'Hours that an API key works after its rotation',
  quarantineHours: 'Hours until another account can provision a number that an account released',
  webhooks: 'Webhooks per account without a filter on `message_id`',
  messageWebhooks: 'Webhooks per account with a filter on `message_id`',
  webhooksOfMessage: 'Webhooks per account whose filters name the same message',
  unfinishedPurchases: 'Numbers of an account whose purchase is pending or failed',
  acknowledgedEvents: 'Events in one request to acknowledge them',
  broadcasts: 'Broadcasts per account that have not ended',
  broadcastRecipients: 'Recipients of a broadcast',
  broadcastPreviews: 'Previews of broadcasts that an account runs at the same time, per process',
  broadcastTrial: 'Messages of a broadcast before its stop rules apply',
  burstLength: 'Duration of a burst of texts, as a multiple of `burst_seconds`',
  burstTexts: 'Texts in one burst',
  searchedConversations: 'Conversations that a search compares, those with the newest messages',
  searchedMessages: 'Messages that a search compares, the newest ones',
  searchedContacts: 'Contacts that a search compares, the newest ones',
  codesPerHour: 'Verification codes to one phone number in an hour',
  codesPerDay: 'Verification codes to one phone number in 24 hours',
  ownKeywords: "An account's own keywords of one kind",
  claimSeconds: 'Seconds that a claim of an event lasts',
  mediaPerMessage: 'Files of one received message that the service stores',
  mediaBytes: 'Size of a file of a received message in bytes',
  mediaLinkDays: 'Days that a link to a file of a received message works',
  undecidedSeconds:
    'Seconds after the start of an attempt without a response in which nobody can claim the event',
};

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
