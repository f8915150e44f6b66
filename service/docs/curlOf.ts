import { authentication } from '@textloom/shared/contract';
import { exampleOf } from './exampleOf.ts';
import { parametersOf, type OpenApi, type Route } from './openApi.ts';

/** Formats the request as a shell command that uses TEXTLOOM_URL and TEXTLOOM_API_KEY. */
export function curlOf(document: OpenApi, { method, path, operation }: Route): string {
  const parameters = parametersOf(document, operation);
  const filled = parameters
    .filter((one) => one.in === 'path')
    .reduce(
      (url, { name, schema }) =>
        url.replace(`{${name}}`, encodeURIComponent(String(exampleOf(document, schema)))),
      path,
    );
  const query = parameters
    .filter((one) => one.in === 'query' && one.required)
    .map(
      ({ name, schema }) => `${name}=${encodeURIComponent(String(exampleOf(document, schema)))}`,
    );
  const address = [filled, ...(query.length > 0 ? [query.join('&')] : [])].join('?');
  const body = operation.requestBody?.content['application/json'];
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}"$TEXTLOOM_URL${address}"`,
    ...(operation.security ? [] : [key]),
    ...(body
      ? [
          `-H "Content-Type: application/json"`,
          `-d ${quote(JSON.stringify(exampleOf(document, body.schema, true), null, 2))}`,
        ]
      : []),
  ].join(' \\\n  ');
}

const key = `-H "${authentication.header}: ${authentication.prefix}$TEXTLOOM_API_KEY"`;

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
