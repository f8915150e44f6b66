import {
  hasBody,
  pathFields,
  takesIdempotencyKey,
  type JsonSchema,
  type ObjectSchema,
  type Operation,
} from '../contract/index.ts';
import { json, type Refer } from './components.ts';
import { bodySchema, idempotencyKey, parameter, sharedParameter } from './requests.ts';
import { responseHeaders, listErrorCodes, problems, success, successWords } from './responses.ts';

export function describe(refer: Refer, resource: string, name: string, operation: Operation) {
  const { path, input, output, summary, description, scope, status } = operation;
  const inPath = pathFields(path);
  const rest = Object.keys(input.properties).filter((field) => !inPath.includes(field));
  const inQuery = hasBody(operation) ? [] : rest;
  const keyed = takesIdempotencyKey(operation);
  return {
    operationId: `${resource}.${name}`,
    tags: [resource],
    summary,
    description: `${description}; requires a key with the scope \`${scope}\``,
    parameters: [
      ...inPath.map((field) => parameter(input, field, 'path')),
      ...inQuery.map((field) => sharedParameter(refer, input, field)),
      ...(keyed ? [refer('parameters', 'IdempotencyKey', idempotencyKey)] : []),
    ],
    ...(hasBody(operation) &&
      rest.length > 0 && {
        requestBody: {
          required: neededFields(input).some((field) => rest.includes(field)),
          content: json(bodySchema(input, rest)),
        },
      }),
    responses: {
      ...Object.fromEntries(
        [status].flat().map((code) => [code, success(refer, code, keyed, output)]),
      ),
      ...problems(refer, listErrorCodes(operation)),
    },
  };
}

/** Returns the fields without which, or without one of which, a request is not valid. */
const neededFields = ({ required, exactlyOne, atLeastOne }: ObjectSchema): readonly string[] =>
  [required, exactlyOne, atLeastOne].flatMap((names) => names ?? []);

/** Anyone may send these requests without a key. They are not part of the contract. */
export const publicOperations: readonly {
  readonly name: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly output: JsonSchema;
}[] = [
  {
    name: 'health',
    path: '/health',
    summary: 'Get health',
    description: 'Shows that the service is running and can reach its database',
    output: {
      type: 'object',
      properties: {
        status: { type: 'string', enum: ['ok'] },
        version: { type: 'string', description: 'Version of the service' },
      },
      required: ['status', 'version'],
    },
  },
  {
    name: 'document',
    path: '/openapi.json',
    summary: 'Get API document',
    description: 'Gets this document',
    output: {
      type: 'object',
      description: 'OpenAPI 3.1',
      properties: { openapi: { type: 'string' } },
      required: ['openapi'],
      additionalProperties: true,
    },
  },
];

export const describePublic = (
  refer: Refer,
  name: string,
  { output, ...words }: Omit<(typeof publicOperations)[number], 'name' | 'path'>,
) => ({
  operationId: `service.${name}`,
  tags: ['service'],
  ...words,
  security: [],
  responses: {
    200: {
      description: successWords[200],
      headers: responseHeaders(refer),
      content: json(output),
    },
    ...problems(refer, ['rate_limited', 'internal_error', 'unavailable']),
  },
});
