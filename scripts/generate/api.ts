import {
  basePath,
  errors,
  events,
  limits,
  operations,
  productName,
} from '@textloom/shared/contract';
import { openApiDocument } from '@textloom/shared/openapi';
import { version } from '../../service/lib/version.ts';

/** The OpenAPI document and the reference page, both from the contract. */
export const generateApi = (): Record<string, string> => ({
  'docs/openapi.json': `${JSON.stringify(openApiDocument({ version, serverUrl: `http://127.0.0.1:4010${basePath}` }), null, 2)}\n`,
  'docs/api.md': reference(),
});

const reference = (): string => `# The ${productName} API

All paths stand below the base URL, \`http://127.0.0.1:4010${basePath}\` on your own machine. \`docs/openapi.json\` has every field.

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
  ['Event', 'Sent when'],
  Object.entries(events).map(([type, { when }]) => [`\`${type}\``, when]),
)}

## Limits
Fields have limits of their own, which \`docs/openapi.json\` names. Beyond those:

${table(
  ['Limit', 'Most'],
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
  bodyBytes: 'Bytes of a request body',
  bodyLevels: 'Levels of objects and lists within each other in a body',
  bodyEntries: 'Fields of one object, or items of one list, in a body',
  bodyValues: 'Fields and items of a body, all together',
  idempotencyHours: 'Hours for which the answer to an `Idempotency-Key` is kept',
  idempotencyKeyLength: 'Characters of an `Idempotency-Key`',
  importRows: 'Rows of a file of contacts',
  importColumns: 'Columns of a file of contacts',
  handsetStreams: 'Open streams of simulated handsets of an account, to one process',
  nameLength: 'Characters of a name in `metadata` and `attributes`',
  webhooks: 'Webhooks of an account without a filter on `message_id`',
  messageWebhooks: 'Webhooks of an account with a filter on `message_id`',
  webhooksOfMessage: 'Webhooks of an account whose filters name the same message',
};

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
