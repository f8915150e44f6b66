import { basePath, errors, events, operations, productName } from '@textloom/shared/contract';
import { openApiDocument } from '@textloom/shared/openapi';
import { version } from '../../service/version.ts';

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
