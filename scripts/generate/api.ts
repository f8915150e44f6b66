import {
  authentication,
  basePath,
  describedLimits,
  errors,
  events,
  headers,
  limits,
  operations,
  problemType,
  productName,
  scopes,
  shortCodeDigits,
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
- **Errors.** An error is \`${problemType}\`. Handle it by its \`code\`. Its \`type\` is the URL of a page that explains the error.
- **Phone numbers.** Send a number in any common format, such as \`(202) 555-0123\`, \`tel:+1-202-555-0123\` or \`+1 202 555 0123 ext. 5\`. The service ignores an extension, because a text cannot be sent to one. A number without a country code belongs to the country of the account. A sender of ${shortCodeDigits.min} to ${shortCodeDigits.max} digits is a short code. In a sender name that the account holds, neither the case nor spaces at the ends matter. Responses contain numbers in E.164 format.
- **Queries.** In a URL, write \`+\` as \`%2B\`, as in \`GET /messages?to=%2B12025550123\`. A \`+\` that is not encoded stands for a space, except at the start of a number and before the offset of a time.
- **Changes.** Within \`${basePath}\`, a new release can add operations, optional fields of a request, fields of a response, event types, values of an enum and error codes. Ignore the fields and the events that you do not know, and treat an unknown value or error code as one more case. No release removes or renames anything that this version documents, or makes an optional field required.
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
