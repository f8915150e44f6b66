import {
  authentication,
  bodyErrors,
  commonErrors,
  contract,
  errors,
  eventSchemaOf,
  events,
  eventTypes,
  hasBody,
  headers,
  idempotencyErrors,
  jsonSchema,
  limits,
  operations,
  pathFields,
  problemSchema,
  problemType,
  productName,
  resources,
  takesIdempotencyKey,
  wireName,
  type ErrorCode,
  type JsonSchema,
  type ObjectSchema,
  type Operation,
  type Schema,
} from './contract/index.ts';

interface Options {
  readonly version: string;
  /** The base URL, or its path where the document is served from the same host. */
  readonly serverUrl: string;
}

type Kind = 'schemas' | 'responses' | 'parameters' | 'headers';
/** Tells something once under a name and refers to it; throws where the name stands for something else. */
type Refer = (kind: Kind, name: string, value: object) => { readonly $ref: string };

/** The API as an OpenAPI 3.1 document, its webhooks included. */
export function openApiDocument({ version, serverUrl }: Options) {
  const components: Partial<Record<Kind, Record<string, object>>> = {};
  const refer: Refer = (kind, name, value) => {
    const named = (components[kind] ??= {});
    if (JSON.stringify((named[name] ??= value)) !== JSON.stringify(value))
      throw new Error(`Two different ${kind} of the OpenAPI document are called ${name}.`);
    return { $ref: `#/components/${kind}/${name}` };
  };
  const paths: Record<string, Record<string, object>> = {};
  for (const { resource, name, operation } of operations) {
    (paths[operation.path] ??= {})[operation.method.toLowerCase()] = describe(
      refer,
      resource,
      name,
      operation,
    );
  }
  for (const { name, path, ...open } of openOperations)
    paths[path] = { get: describeOpen(refer, name, open) };
  return {
    openapi: '3.1.0',
    info: {
      title: `${productName} API`,
      version,
      description:
        'Send and receive text messages, follow their delivery, keep contacts and numbers, and read reports',
      contact: { name: productName },
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
    },
    servers: [{ url: serverUrl }],
    tags: Object.entries({ ...resources, service: 'The service itself; this takes no API key' })
      .map(([name, description]) => ({ name, description }))
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
    security: [{ apiKey: [] }],
    paths,
    webhooks: Object.fromEntries(eventTypes.map((type) => [type, describeEvent(refer, type)])),
    components: { securitySchemes: { apiKey: securityScheme() }, ...components },
  };
}

/** OpenAPI has a word of its own for a bearer token; any other header is an API key in a header. */
const securityScheme = () =>
  authentication.header.toLowerCase() === 'authorization' &&
  authentication.prefix.trim().toLowerCase() === 'bearer'
    ? { type: 'http', scheme: 'bearer' }
    : { type: 'apiKey', in: 'header', name: authentication.header };

function describe(refer: Refer, resource: string, name: string, operation: Operation) {
  const { path, input, output, summary, description, scope, status } = operation;
  const inPath = pathFields(path);
  const rest = Object.keys(input.properties).filter((field) => !inPath.includes(field));
  const inQuery = hasBody(operation) ? [] : rest;
  const keyed = takesIdempotencyKey(operation);
  return {
    operationId: `${resource}.${name}`,
    tags: [resource],
    summary,
    description: `${description}; takes a key with the scope \`${scope}\``,
    parameters: [
      ...inPath.map((field) => parameter(input, field, 'path')),
      ...inQuery.map((field) => sharedParameter(refer, input, field)),
      ...(keyed ? [refer('parameters', 'IdempotencyKey', idempotencyKey)] : []),
    ],
    ...(hasBody(operation) &&
      rest.length > 0 && {
        requestBody: {
          required: (input.required ?? []).some((field) => rest.includes(field)),
          content: json(bodySchema(input, rest)),
        },
      }),
    responses: {
      ...Object.fromEntries(
        [status].flat().map((code) => [code, success(refer, code, keyed, output)]),
      ),
      ...problems(refer, codesOf(operation)),
    },
  };
}

/** What anyone may ask of the service, with no key and beside the contract. */
const openOperations: readonly {
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
    description: 'Tells that the service is up and reaches its database',
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

const describeOpen = (
  refer: Refer,
  name: string,
  { output, ...words }: Omit<(typeof openOperations)[number], 'name' | 'path'>,
) => ({
  operationId: `service.${name}`,
  tags: ['service'],
  ...words,
  security: [],
  responses: {
    200: {
      description: successWords[200],
      headers: answerHeaders(refer),
      content: json(output),
    },
    ...problems(refer, ['rate_limited', 'internal_error', 'unavailable']),
  },
});

const parameter = (input: ObjectSchema, field: string, place: 'path' | 'query') => {
  const { description, ...schema } = jsonSchema(input.properties[field]!, { closed: true });
  return {
    name: place === 'path' ? field : wireName(input, field),
    in: place,
    required: place === 'path' || (input.required?.includes(field) ?? false),
    ...(description !== undefined && { description }),
    schema,
  };
};

const paging: Readonly<Record<string, Schema>> = {
  Limit: contract.message.list.input.properties.limit,
  Cursor: contract.message.list.input.properties.cursor,
};

function sharedParameter(refer: Refer, input: ObjectSchema, field: string) {
  const described = parameter(input, field, 'query');
  const name = Object.keys(paging).find((one) => paging[one] === input.properties[field]);
  return name ? refer('parameters', name, described) : described;
}

const idempotencyKey = {
  name: headers.idempotencyKey,
  in: 'header',
  required: false,
  description: `Makes a repeated request count once, for ${limits.idempotencyHours} hours`,
  schema: { type: 'string', minLength: 1, maxLength: limits.idempotencyKeyLength },
};

function bodySchema(input: ObjectSchema, fields: readonly string[]): JsonSchema {
  const properties = Object.fromEntries(fields.map((field) => [field, input.properties[field]!]));
  const required = input.required?.filter((field) => fields.includes(field));
  return jsonSchema({ ...input, properties, ...(required && { required }) }, { closed: true });
}

const answerSchema = (refer: Refer, schema: Schema): JsonSchema =>
  hoist(refer, jsonSchema(schema, { closed: false })) as JsonSchema;

/** Tells each named schema once; what is said of it at one place stays at that place. */
function hoist(refer: Refer, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => hoist(refer, one));
  if (typeof value !== 'object' || value === null) return value;
  const whole = Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, hoist(refer, one)]),
  );
  if (!isNamed(whole)) return whole;
  const { description, examples, ...schema } = whole;
  const nullable = Array.isArray(schema.type);
  const name = schema.title.replaceAll(' ', '');
  const $ref = refer('schemas', name, nullable ? { ...schema, type: 'object' } : schema);
  return {
    ...(nullable ? { anyOf: [$ref, { type: 'null' }] } : $ref),
    ...(description !== undefined && { description }),
    ...(examples !== undefined && { examples }),
  };
}

/** Whatever has an ID, a choice between such, and the problem; any other object is a part of one of them. */
const isNamed = (schema: JsonSchema): schema is JsonSchema & { readonly title: string } =>
  typeof schema.title === 'string' &&
  (schema.title === problemSchema.title ||
    'oneOf' in schema ||
    'id' in ((schema.properties as object | undefined) ?? {}));

const successWords: Readonly<Record<number, string>> = {
  200: 'Done',
  201: 'Created',
  202: 'Accepted',
  204: 'Done, nothing to tell',
};

const success = (
  refer: Refer,
  status: number,
  keyed: boolean,
  output: ObjectSchema | undefined,
) => ({
  description: successWords[status]!,
  headers: {
    ...answerHeaders(refer),
    ...(keyed && {
      [headers.idempotentReplayed]: refer('headers', 'IdempotentReplayed', replayed),
    }),
  },
  ...(output && { content: json(answerSchema(refer, output)) }),
});

const answerHeaders = (refer: Refer) => ({
  [headers.requestId]: refer('headers', 'RequestId', requestId),
  [headers.rateLimit]: refer('headers', 'RateLimit', rateLimit),
  [headers.rateLimitPolicy]: refer('headers', 'RateLimitPolicy', rateLimitPolicy),
});

const requestId = {
  description: 'Identifies the request in the log',
  required: true,
  schema: { type: 'string', minLength: 1 },
};
const rateLimit = {
  description: 'Requests that are left now (r), and the seconds until there are more (t)',
  required: true,
  schema: { type: 'string', pattern: '^"[^"]+";r=\\d+;t=\\d+$', examples: ['"default";r=99;t=1'] },
};
const rateLimitPolicy = {
  description: 'Requests (q) that a caller has in a window of some seconds (w)',
  required: true,
  schema: {
    type: 'string',
    pattern: '^"[^"]+";q=[\\d.]+;w=\\d+$',
    examples: ['"default";q=50;w=1'],
  },
};
const replayed = {
  description: 'Present where this is the answer that an earlier request with the same key got',
  required: false,
  schema: { type: 'boolean', enum: [true] },
};
const retryAfter = {
  description: 'Seconds after which to repeat the request',
  schema: { type: 'integer', minimum: 0 },
};

const codesOf = (operation: Operation): ErrorCode[] => [
  ...commonErrors,
  // A DELETE takes no body, yet the service reads the one that it is sent.
  ...(operation.method === 'GET' ? [] : bodyErrors),
  ...(takesIdempotencyKey(operation) ? idempotencyErrors : []),
  ...operation.errors,
];

function problems(refer: Refer, codes: readonly ErrorCode[]) {
  const statuses = [...new Set(codes.map((code) => errors[code].status))].sort((a, b) => a - b);
  return Object.fromEntries(
    statuses.map((status) => {
      const own = codes.filter((code) => errors[code].status === status);
      const response = problemResponse(refer, own);
      return [status, own.length > 1 ? response : refer('responses', pascal(own[0]!), response)];
    }),
  );
}

/** The answer that tells of any of the codes, which have one status. */
function problemResponse(refer: Refer, codes: readonly ErrorCode[]) {
  const passes = (code: ErrorCode) => 'retryable' in errors[code];
  const { code } = problemSchema.properties;
  const values = jsonSchema({ ...code, enum: codes }, { closed: false }).enum;
  return {
    description: codes.map((one) => `\`${one}\`: ${errors[one].title}`).join('; '),
    headers: {
      ...answerHeaders(refer),
      ...(codes.some(passes) && {
        [headers.retryAfter]: { ...retryAfter, required: codes.every(passes) },
      }),
    },
    content: {
      [problemType]: {
        schema: {
          ...answerSchema(refer, problemSchema),
          properties: { [wireName(problemSchema, 'code')]: { enum: values } },
        },
      },
    },
  };
}

const pascal = (code: string): string =>
  code.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());

const describeEvent = (refer: Refer, type: (typeof eventTypes)[number]) => ({
  post: {
    operationId: `on.${type}`,
    tags: ['event'],
    summary: events[type].title,
    description: `Sent when ${events[type].when}`,
    security: [],
    parameters: Object.entries(webhookHeaders).map(([name, description]) => ({
      name,
      in: 'header',
      required: true,
      description,
      schema: { type: 'string' },
    })),
    requestBody: {
      required: true,
      content: json(answerSchema(refer, eventSchemaOf(type))),
    },
    responses: {
      '2XX': { description: 'Taken' },
      410: { description: 'No more, please: the webhook is disabled' },
    },
  },
});

const webhookHeaders = {
  [headers.webhookId]: 'ID of the event, the same on every attempt',
  [headers.webhookTimestamp]: 'When the attempt was made, in seconds since 1970',
  [headers.webhookSignature]: 'Signatures by Standard Webhooks 1.0, with a space between two',
};

const json = (schema: JsonSchema) => ({ 'application/json': { schema } });
