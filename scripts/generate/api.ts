import {
  authentication,
  basePath,
  describedLimits,
  errors,
  events,
  headers,
  limits,
  messageErrors,
  messageStatus,
  operations,
  problemType,
  productName,
  purpose,
  scopes,
  shortCodeDigits,
  type ErrorCode,
  type MessageStatus,
} from '@textloom/shared/contract';
import { openApiDocument } from '@textloom/shared/openapi';
import { errorPages } from '../../service/docs/errorPages.ts';
import { version } from '../../service/lib/version.ts';
import { transitions } from '../../service/messages/statusMachine.ts';

/** Generates the OpenAPI document and the reference page from the contract. */
export const generateApi = (): Record<string, string> => ({
  'docs/openapi.json': `${JSON.stringify(openApiDocument({ version, serverUrl: `http://127.0.0.1:4010${basePath}` }), null, 2)}\n`,
  'docs/api.md': reference(),
});

const { header, prefix } = authentication;

const reference = (): string => `# The ${productName} API

The API sends and receives text messages from your own code. All paths are relative to the base URL, such as \`http://127.0.0.1:4010${basePath}\`. For every field, see the reference at \`/docs/reference\` on your service, or the OpenAPI document at \`${basePath}/openapi.json\`.

## Make a request

- **Authentication.** Send your API key in the header \`${header}: ${prefix}KEY\`. A key has one of these scopes: ${scopes.map((scope) => `\`${scope}\``).join(', ')}. Each scope includes the ones before it.
- **Retries.** Add an \`${headers.idempotencyKey}\` to a POST request. If you repeat the request within ${limits.idempotencyHours} hours, you get the first response again, with the header \`${headers.idempotentReplayed}: true\`. ${productName} does not store errors, so you can correct a rejected request and send it with the same key. While the first request runs, a repeat gets 409 \`${'idempotency_in_progress' satisfies ErrorCode}\`. \`POST /webhooks/{id}/claim\` and \`POST /webhooks/{id}/acknowledge\` ignore the key, because you can repeat them.
- **Pages.** A list returns \`has_more\` and \`next_cursor\`. To get the next page, pass \`next_cursor\` as \`cursor\`. With \`search\`, each page compares a limited number of objects, so a page can have few results or none although \`has_more\` is true. Continue until \`has_more\` is false.
- **Errors.** An error is \`${problemType}\`. Handle it by its \`code\`. Its \`type\` is the URL of a page that explains the error.
- **Phone numbers.** Send a number in any common format, such as \`(202) 555-0123\`, \`tel:+1-202-555-0123\` or \`+1 202 555 0123 ext. 5\`. The service ignores an extension, because a text cannot be sent to one. It also ignores decimal places that a spreadsheet adds, as in \`+12025550123.0\`. A number without a country code belongs to the country of the account. Spreadsheets drop the plus sign, so \`491701234567\` from an account in Germany is the mobile number \`+491701234567\`. A sender of ${shortCodeDigits.min} to ${shortCodeDigits.max} digits is a short code. In a sender name that the account holds, neither the case nor spaces at the ends matter. Responses contain numbers in E.164 format.
- **Queries.** In a URL, write \`+\` as \`%2B\`, as in \`GET /messages?to=%2B12025550123\`. A \`+\` that is not encoded stands for a space, except at the start of a number and before the offset of a time.
- **Empty fields.** Leave out a field that has no value. The service rejects \`null\` where the reference does not allow it, because a value that got lost must not change who gets a text, or when.
- **Changes.** Within \`${basePath}\`, a new release can add operations, optional fields of a request, fields of a response, event types, values of an enum and error codes. Ignore the fields and the events that you do not know, and treat an unknown value or error code as one more case. No release removes or renames anything that this version documents, or makes an optional field required.
- **Rate limits.** Responses have the headers \`${headers.rateLimit}\` and \`${headers.rateLimitPolicy}\`. With \`${headers.rateLimitPolicy}: "default";q=200;w=2\`, you can send 200 requests, and as many again 2 seconds later. \`${headers.rateLimit}: "default";r=150;t=1\` means that you can send 150 requests now, and all 200 after 1 second. After a 429 or 503, wait for the seconds in \`${headers.retryAfter}\`.
- **Support.** Each response has a \`${headers.requestId}\`, which you also find in the log of the service.

## Test your integration

Without a carrier, ${productName} sends to [simulated handsets](carriers.md#simulated-handsets), which behave like phones. The last two digits of a handset decide what happens: +12025550123 gets a message, a message to +12025550150 is undelivered, and +12025550158 replies STOP. The messages, replies and events are like those of real phones.

To text one of your numbers from a handset, as a person would, name the handset in the path. Your number then gets the event \`message.received\`:

\`\`\`sh
curl http://127.0.0.1:4010/simulator/handsets/+12025550123/texts \\
  -H "${header}: ${prefix}$TEXTLOOM_API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"to": "+12025550100", "text": "Where is my order?"}'
\`\`\`

| Request | Scope | What it does |
| --- | --- | --- |
| \`POST /simulator/handsets/{number}/texts\` | send | Sends a text from a handset. \`to\` is one of your numbers, \`text\` is the text, and \`media_urls\` is an optional list of files |
| \`GET /simulator/handsets/{number}/texts\` | read | Lists the newest 1,000 texts of a handset, oldest first, each with \`direction\` (\`to_handset\` or \`from_handset\`), \`from\`, \`to\`, \`text\`, \`media\` and \`at\` |
| \`GET /simulator/handsets\` | read | Lists up to 200 handsets, those with the newest texts first |

These paths begin at the root of the service, without \`${basePath}\`, and a real carrier does not have them. To test the URL, the signature and the secret of a webhook, use \`POST ${basePath}/webhooks/{id}/test\`. To check a message without sending it, use \`POST ${basePath}/messages/preview\`.

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

## Message statuses
If **Next** is empty, the status is final.

${table(
  ['Status', 'What it means', 'Next'],
  Object.entries(messageStatus.meanings).map(([status, meaning]) => [
    `\`${status}\``,
    meaning,
    transitions[status as MessageStatus].map((next) => `\`${next}\``).join(', '),
  ]),
)}

## Message purposes
${table(
  ['Purpose', 'What it means'],
  Object.entries(purpose.meanings).map(([value, meaning]) => [`\`${value}\``, meaning]),
)}

## Message errors
If a message does not arrive, \`error\` says why. If \`retryable\` is true, sending the message again later may help.

${table(
  ['Code', 'Retryable', 'What happened', 'What to do'],
  Object.entries(messageErrors).map(([code, { message, retryable }]) => [
    `\`${code}\``,
    retryable ? 'yes' : 'no',
    message,
    errorPages.get(code)!.remedy,
  ]),
)}

## Limits
For the limits of each field, see the reference at \`/docs/reference\`. The following limits also apply:

${table(
  ['Limit', 'Maximum'],
  Object.values(describedLimits).map(({ description, value }) => [
    description,
    value.toLocaleString('en-US'),
  ]),
)}

Contacts, messages and their events have no limit except the rate limit and the space on the disk.

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

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
