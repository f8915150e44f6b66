import { authentication } from '@textloom/shared/contract';
import { buildExample } from './buildExample.ts';
import { defaultOrigin } from './origin.ts';
import { listParameters, type OpenApi, type Route } from './openApi.ts';

/** Formats the request as a shell command that uses TEXTLOOM_API_KEY. */
export function formatCurl(document: OpenApi, { method, path, operation }: Route): string {
  const parameters = listParameters(document, operation);
  const filled = parameters
    .filter((one) => one.in === 'path')
    .reduce(
      (url, { name, schema }) =>
        url.replace(`{${name}}`, encodeURIComponent(String(buildExample(document, schema)))),
      path,
    );
  const query = parameters
    .filter((one) => one.in === 'query' && one.required)
    .map(
      ({ name, schema }) => `${name}=${encodeURIComponent(String(buildExample(document, schema)))}`,
    );
  const target = [filled, ...(query.length > 0 ? [query.join('&')] : [])].join('?');
  const body = operation.requestBody?.content['application/json'];
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}"${defaultOrigin}${document.servers[0]!.url}${target}"`,
    ...(operation.security ? [] : [key]),
    ...(body
      ? [
          `-H "Content-Type: application/json"`,
          `-d ${quote(JSON.stringify(buildExample(document, body.schema, true), null, 2))}`,
        ]
      : []),
  ].join(' \\\n  ');
}

const key = `-H "${authentication.header}: ${authentication.prefix}$TEXTLOOM_API_KEY"`;

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
