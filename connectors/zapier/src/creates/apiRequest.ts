import { defineCreate, type Bundle } from 'zapier-platform-core';
import { errorOfResponse, errorOfTransport, invalidField } from '@textloom/shared/client';
import {
  authentication,
  headers as headerNames,
  operations,
  pickShared,
  schema,
} from '@textloom/shared/contract';
import { createHost } from '../connection/host.ts';
import { pathBelow } from '../connection/pathBelow.ts';
import { inActionWith } from '../connection/requireValues.ts';
import { readBaseUrl } from '../connection/transport.ts';
import { withClient } from '../connection/withClient.ts';
import { advanced, inputFields } from '../fields/fields.ts';
import { readInputData } from '../fields/readInputData.ts';
import { describeResult, toOutput } from '../fields/toOutput.ts';

const pairs = { type: 'object', values: { type: 'string' } } as const;
const form = schema({
  type: 'object',
  properties: {
    method: {
      type: 'string',
      title: 'Method',
      description: 'GET reads. All other methods change something, and DELETE cannot be undone',
      enum: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      labels: { GET: 'GET', POST: 'POST', PUT: 'PUT', PATCH: 'PATCH', DELETE: 'DELETE' },
    },
    path: {
      type: 'string',
      title: 'Path',
      description:
        'Path below the Base URL of the connected account. For all paths, see the [API reference](https://github.com/textloom/textloom/blob/main/docs/api.md#operations)',
      examples: ['/messages'],
    },
    query: {
      ...pairs,
      title: 'Query',
      description: 'Names and values to add to the URL, such as `limit` and `10`',
    },
    body: {
      type: 'string',
      title: 'Body',
      description: 'JSON object to send. If empty, the request has no body',
      multiline: true,
      examples: ['{"name": "Newsletter"}'],
    },
    headers: {
      ...pairs,
      title: 'Headers',
      description: 'More headers to send. The app adds the API key',
    },
    stop_on_error: {
      type: 'boolean',
      title: 'Stop on Error',
      description: 'Whether the run stops if the service responds with an error',
      default: true,
    },
  },
  required: ['method', 'path'],
});
const fields = inputFields(form, {
  method: {},
  path: {},
  query: {},
  body: {},
  headers: { group: advanced.key },
  stop_on_error: { group: advanced.key },
});
const result = schema({
  type: 'object',
  properties: {
    status: {
      type: 'integer',
      title: 'Status',
      description: 'HTTP status of the response',
      examples: [200],
    },
    request_id: {
      type: 'string',
      title: 'Request ID',
      nullable: true,
      examples: ['req_01JZ3K8QW5T4V9XH2M6N7P8R0S'],
    },
    headers: { ...pairs, title: 'Headers' },
    body: { ...pairs, title: 'Body' },
  },
});

const otherRecords = 'the request could read or change other records';
const effect = inActionWith({
  path: otherRecords,
  query: otherRecords,
  headers: 'the request would lack a header, such as the key that keeps it from running twice',
});

export const apiRequest = defineCreate({
  key: 'api_request',
  noun: 'API Request',
  display: {
    label: 'Make API Request',
    description: 'Sends any request to the API of the connected account, and returns the response.',
  },
  operation: {
    inputFields: fields,
    inputFieldGroups: [advanced],
    ...describeResult(result),
    perform: withClient(
      async (_client, bundle, z) => {
        const {
          method,
          stop_on_error: stops = true,
          body,
          headers = {},
          ...rest
        } = readInputData(form, bundle);
        const json = objectIn(body);
        if (json && method === 'GET')
          throw invalidField('body', 'must be empty if Method is GET. Use Query instead');
        // The app does not repeat the request, because only the user knows what it does.
        const response = await createHost(z, bundle)
          .transport({
            method,
            path: readPath(rest, bundle),
            ...(json && { body: json }),
            headers: {
              accept: 'application/json',
              ...(json && { 'content-type': 'application/json' }),
              ...permitted(headers),
            },
          })
          .catch((cause: unknown) => {
            throw errorOfTransport(cause, method !== 'GET');
          });
        if (stops && response.status >= 300)
          throw errorOfResponse(response, anything, method !== 'GET');
        return toOutput(result, {
          ...response,
          body: withoutSecrets(response.body),
          request_id: response.headers[headerNames.requestId.toLowerCase()],
        });
      },
      fields,
      effect,
    ),
  },
});

/** The pointers of an error name the fields of the body as the API does. */
const anything = schema({ type: 'object', properties: {} });

function readPath(
  { path, query = {} }: { readonly path: string; readonly query?: Record<string, string> },
  bundle: Bundle,
): string {
  const below = pathBelow(readBaseUrl(bundle), path);
  if (below === undefined)
    throw invalidField('path', 'must be a path such as /messages, or a URL below the Base URL');
  const more = new URLSearchParams(query).toString();
  return more === '' ? below : `${below}${below.includes('?') ? '&' : '?'}${more}`;
}

function objectIn(body: string | undefined): Record<string, unknown> | undefined {
  if (body === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(body);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  } catch {
    // The error below is for users, and contains no part of the body.
  }
  throw invalidField('body', 'must be a JSON object, such as {"name": "Newsletter"}');
}

const secretNames = new Set(
  operations.flatMap(({ operation: { output } }) =>
    Object.entries(output ? pickShared(output).properties : {}).flatMap(([name, field]) =>
      'secret' in field ? [name] : [],
    ),
  ),
);

/** Hides new API keys and secrets, because everyone with access to the Zap can read its history. */
function withoutSecrets(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]: [string, unknown]) => [
      name,
      secretNames.has(name) && value !== null ? 'Hidden, because Zapier keeps results' : value,
    ]),
  );
}

/** Refuses headers that would replace the API key or send the request elsewhere. */
function permitted(headers: Record<string, string>): Record<string, string> {
  const own = [authentication.header, 'Host', 'Content-Length', 'Transfer-Encoding'];
  for (const name of own) {
    if (Object.keys(headers).some((given) => given.trim().toLowerCase() === name.toLowerCase()))
      throw invalidField('headers', `must not contain ${name}, which the app sets itself`);
  }
  try {
    new Headers(headers);
  } catch {
    throw invalidField(
      'headers',
      'must have names and values that HTTP allows, without line breaks',
    );
  }
  return headers;
}
