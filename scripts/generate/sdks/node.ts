import {
  contract,
  errors,
  eventSchema,
  isMap,
  isObject,
  isUnion,
  problemSchema,
  resources as descriptions,
  takesIdempotencyKey,
  type ObjectSchema,
  type Operation,
  type Resource,
  type Schema,
} from '@textloom/shared/contract';
import { version } from '../../../service/lib/version.ts';
import { declare, declareAnswer, type Language, type Scalar } from './declare.ts';
import {
  describeChoice,
  isTime,
  listFields,
  pascal,
  plural,
  resources,
  typeName,
  type Field,
} from './names.ts';

const file = 'sdks/node/src/types.generated.ts';

/** Generates the types of the Node.js client. The client derives its code from the contract. */
export function nodeFiles(): Record<string, string> {
  const types = new Map<string, string>();
  declare(language, types, problemSchema, 'Problem');
  const parameters: string[] = [];
  const interfaces = resources.map((resource) => renderInterface(types, parameters, resource));
  const events = eventSchema.oneOf.map((one) => {
    const { data } = one.properties;
    declare(language, types, data, typeName(data.title));
    return declare(language, types, one, `${typeName(one.title)}Event`);
  });
  return {
    [file]: `// Generated from the contract by \`npm run generate\`. Do not edit.

export const version = ${JSON.stringify(version)};

/** What a response says about a call. */
export interface CallResponse {
  /** The HTTP status. */
  readonly status: number;
  /** Identifies the request in the log of the service. */
  readonly requestId: string | undefined;
  /** Whether the service repeated the response to an earlier request with the same idempotency key. */
  readonly replayed: boolean;
  /** The headers by their names in lowercase, such as \`ratelimit\`. */
  readonly headers: Readonly<Record<string, string | undefined>>;
}

/** Options that every call accepts. */
export interface CallOptions {
  /** Cancels the call. It then rejects with the reason of the signal. */
  signal?: AbortSignal | undefined;
  /** Gets the last response of the call, even of a failed one, before the call ends. */
  onResponse?: ((response: CallResponse) => void) | undefined;
}

/** Options of a call that changes something. */
export interface ChangeOptions extends CallOptions {
  /** Makes repeated calls run only once. Generated if absent. */
  idempotencyKey?: string | undefined;
}

/** The codes of errors. A newer service may use more of them. */
export type ErrorCode =\n${[...Object.keys(errors), 'unexpected_response'].map((code) => `  | ${quoted(code)}`).join('\n')};

/** An event, as webhooks deliver it. Its \`type\` says which of these it is. */
export type TextloomEvent =\n${events.map((name) => `  | ${name}`).join('\n')};

${[...types.values(), ...parameters, ...interfaces].join('\n')}
/** Every operation of the API, by resource. */
export class Resources {
${resources.map((resource) => `${comment([`${descriptions[resource]}.`], '  ')}  declare readonly ${plural(resource)}: ${className(resource)};\n`).join('')}}
`,
  };
}

/** Returns the type of a resource. `Account` is already the type of a response. */
const className = (resource: Resource): string => `${pascal(plural(resource))}Resource`;

const renderInterface = (
  types: Map<string, string>,
  parameters: string[],
  resource: Resource,
): string => `${comment([`${descriptions[resource]}.`])}export interface ${className(resource)} {
${Object.entries<Operation>(contract[resource])
  .map(([name, operation]) => renderMethod(types, parameters, resource, name, operation))
  .join('')}}
`;

function renderMethod(
  types: Map<string, string>,
  parameters: string[],
  resource: Resource,
  name: string,
  operation: Operation,
): string {
  const fields = listFields(operation);
  const inPath = fields.filter((field) => field.inPath);
  const others = fields.filter((field) => !field.inPath);
  const answer = operation.output
    ? declareAnswer(language, types, operation.output, [resource, name])
    : 'void';
  const paramsName = `${pascal(resource)}${pascal(name)}Params`;
  if (others.length > 0) parameters.push(renderParams(paramsName, others, operation));
  const { exactlyOne, atLeastOne } = operation.input;
  const needed = others.some(({ required }) => required) || exactlyOne || atLeastOne;
  const signature = [
    ...inPath.map((field) => `${field.name}: string`),
    ...(others.length > 0 ? [`params${needed ? '' : '?'}: ${paramsName}`] : []),
    `options?: ${takesIdempotencyKey(operation) ? 'ChangeOptions' : 'CallOptions'}`,
  ];
  return `${comment(
    [
      `${operation.description}.`,
      '',
      ...inPath.map((field) => `@param ${field.name} ${described(field).join('')}`),
      `@throws {ApiError} ${operation.errors.length > 0 ? `${operation.errors.join(', ')}, or an error that any call can get` : 'An error that any call can get'}`,
    ],
    '  ',
  )}  readonly ${name}: (${signature.join(', ')}) => Promise<${answer}>;\n`;
}

/**
 * Returns the inputs that are not in the path. They may be undefined, and the client omits them.
 */
const renderParams = (name: string, fields: readonly Field[], { input }: Operation): string =>
  `export interface ${name} {
${fields.map((field) => renderProperty(field, input, '  ')).join('')}}
`;

function renderProperty(
  { name, schema, required, items }: Pick<Field, 'name' | 'schema' | 'required' | 'items'>,
  parent: Pick<ObjectSchema, 'exactlyOne' | 'atLeastOne'>,
  indent: string,
): string {
  const choice = describeChoice(parent, name, (field) => `\`${field}\``);
  const others = choice === undefined ? [] : [`Set ${choice}.`];
  const one = items ? `${inputType(items, indent)} | ` : '';
  return `${comment([[...described({ schema }), ...others].join(' ')], indent)}${indent}${name}${required ? '' : '?'}: ${one}${inputType(schema, indent)}${required ? '' : ' | undefined'};\n`;
}

function inputType(schema: Schema, indent: string): string {
  const bare = (): string => {
    if (isUnion(schema)) throw new Error('No input is a union');
    if (isMap(schema)) return `Record<string, ${inputType(schema.values, indent)}>`;
    if (isObject(schema)) {
      const required = schema.required ?? [];
      const properties = Object.entries(schema.properties).map(([name, below]) =>
        renderProperty(
          { name, schema: below, required: required.includes(name), items: undefined },
          schema,
          `${indent}  `,
        ),
      );
      return `{\n${properties.join('')}${indent}}`;
    }
    return schema.type === 'array'
      ? `${grouped(inputType(schema.items, indent))}[]`
      : isTime(schema)
        ? 'string | Date'
        : scalar(schema);
  };
  return schema.nullable ? `${bare()} | null` : bare();
}

/** Returns sentences about a field. Its name alone explains a field without a description. */
const described = ({ schema }: { readonly schema: Schema }): string[] => [
  ...(schema.description === undefined ? [] : [`${schema.description}.`]),
  ...('default' in schema && schema.default !== undefined
    ? [`The default is ${JSON.stringify(schema.default)}.`]
    : []),
];

function scalar(schema: Scalar): string {
  if (schema.type !== 'string') return schema.type === 'boolean' ? 'boolean' : 'number';
  return schema.enum?.map(quoted).join(' | ') ?? 'string';
}

const grouped = (type: string): string =>
  type.includes(' | ') && !type.startsWith('{') ? `(${type})` : type;

const language: Language = {
  nullable: (type) => `${type} | null`,
  list: (type) => `${grouped(type)}[]`,
  scalar,
  map: 'Record<string, string>',
  event: 'TextloomEvent',
  object: (name, fields) =>
    `export interface ${name} {
${fields
  .map(
    ({ name: field, schema, type, required }) =>
      `${comment([described({ schema }).join(' ')], '  ')}  ${field}${required ? '' : '?'}: ${type};\n`,
  )
  .join('')}}
`,
};

const quoted = (text: string): string => `'${text}'`;

const comment = (lines: readonly string[], indent = ''): string =>
  lines.join('') === ''
    ? ''
    : lines.length === 1
      ? `${indent}/** ${lines[0]} */\n`
      : `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`;
