import {
  authentication,
  bodyErrors,
  commonErrors,
  errors,
  eventSchemaOf,
  events,
  eventTypes,
  hasBody,
  headers,
  idempotencyErrors,
  jsonSchema,
  operations,
  pathFields,
  problemSchema,
  problemType,
  productName,
  wireName,
  type ErrorCode,
  type JsonSchema,
  type ObjectSchema,
  type Operation,
} from './contract/index.ts';

interface Options {
  readonly version: string;
  /** The base URL, or its path where the document is served from the same host. */
  readonly serverUrl: string;
}

/** The API as an OpenAPI 3.1 document, its webhooks included. */
export function openApiDocument({ version, serverUrl }: Options) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const { resource, name, operation } of operations) {
    (paths[operation.path] ??= {})[operation.method.toLowerCase()] = describe(
      resource,
      name,
      operation,
    );
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${productName} API`,
      version,
      description: 'Send and receive text messages, follow their delivery, and keep contacts',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: serverUrl }],
    tags: [...new Set(operations.map(({ resource }) => resource))].map((name) => ({ name })),
    security: [{ apiKey: [] }],
    paths,
    webhooks: Object.fromEntries(eventTypes.map((type) => [type, describeEvent(type)])),
    components: {
      securitySchemes: { apiKey: securityScheme() },
      schemas: { Problem: jsonSchema(problemSchema, { closed: false }) },
    },
  };
}

/** OpenAPI has a word of its own for a bearer token; any other header is an API key in a header. */
const securityScheme = () =>
  authentication.header.toLowerCase() === 'authorization' &&
  authentication.prefix.trim().toLowerCase() === 'bearer'
    ? { type: 'http', scheme: 'bearer' }
    : { type: 'apiKey', in: 'header', name: authentication.header };

function describe(resource: string, name: string, operation: Operation) {
  const { method, path, input, output, summary, description, status } = operation;
  const inPath = pathFields(path);
  const rest = Object.keys(input.properties).filter((field) => !inPath.includes(field));
  const inQuery = hasBody(operation) ? [] : rest;
  const parameters = [
    ...inPath.map((field) => parameter(input, field, 'path')),
    ...inQuery.map((field) => parameter(input, field, 'query')),
  ];
  return {
    operationId: `${resource}.${name}`,
    tags: [resource],
    summary,
    description,
    parameters: method === 'POST' ? [...parameters, idempotencyKey] : parameters,
    ...(hasBody(operation) &&
      rest.length > 0 && {
        requestBody: { required: true, content: json(bodySchema(input, rest)) },
      }),
    responses: {
      ...Object.fromEntries([status].flat().map((code) => [code, success(code, output)])),
      ...problems(operation),
    },
  };
}

const parameter = (input: ObjectSchema, field: string, place: 'path' | 'query') => {
  const { description, ...schema } = jsonSchema(input.properties[field]!, { closed: true });
  return {
    name: wireName(input, field),
    in: place,
    required: place === 'path',
    ...(description !== undefined && { description }),
    schema,
  };
};

const idempotencyKey = {
  name: headers.idempotencyKey,
  in: 'header',
  required: false,
  description: 'Makes a repeated request count once, for 24 hours',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

function bodySchema(input: ObjectSchema, fields: readonly string[]): JsonSchema {
  const properties = Object.fromEntries(fields.map((field) => [field, input.properties[field]!]));
  const required = input.required?.filter((field) => fields.includes(field));
  return jsonSchema({ ...input, properties, ...(required && { required }) }, { closed: true });
}

const successWords: Readonly<Record<number, string>> = {
  200: 'Done',
  201: 'Created',
  202: 'Accepted',
  204: 'Done, nothing to tell',
};

const success = (status: number, output: ObjectSchema | undefined) => ({
  description: successWords[status]!,
  ...(output && { content: json(jsonSchema(output, { closed: false })) }),
});

function problems(operation: Operation) {
  const codes: ErrorCode[] = [
    ...commonErrors,
    ...(hasBody(operation) ? bodyErrors : []),
    ...(operation.method === 'POST' ? idempotencyErrors : []),
    ...operation.errors,
  ];
  const statuses = [...new Set(codes.map((code) => errors[code].status))].sort((a, b) => a - b);
  return Object.fromEntries(
    statuses.map((status) => {
      const own = codes.filter((code) => errors[code].status === status);
      const description = own.map((code) => `\`${code}\`: ${errors[code].title}`).join('; ');
      return [
        status,
        {
          description,
          content: {
            [problemType]: { schema: { $ref: '#/components/schemas/Problem' } },
          },
        },
      ];
    }),
  );
}

const describeEvent = (type: (typeof eventTypes)[number]) => ({
  post: {
    operationId: `on.${type}`,
    tags: ['event'],
    summary: events[type].title,
    description: `Sent when ${events[type].when}`,
    security: [],
    parameters: [headers.webhookId, headers.webhookTimestamp, headers.webhookSignature].map(
      (name) => ({
        name,
        in: 'header',
        required: true,
        schema: { type: 'string' },
      }),
    ),
    requestBody: {
      required: true,
      content: json(jsonSchema(eventSchemaOf(type), { closed: false })),
    },
    responses: {
      200: { description: 'Taken' },
      410: { description: 'No more, please: the webhook is disabled' },
    },
  },
});

const json = (schema: JsonSchema) => ({ 'application/json': { schema } });
