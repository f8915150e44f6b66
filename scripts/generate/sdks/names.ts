import {
  contract,
  errors,
  fieldLabel,
  hasBody,
  isMap,
  isObject,
  isUnion,
  limits,
  pathFields,
  pickShared,
  wireName,
  type ObjectSchema,
  type Operation,
  type Resource,
  type Schema,
  type StringSchema,
} from '@textloom/shared/contract';

export const resources = Object.keys(contract) as Resource[];

/** Converts `sendBatch` or `send_batch` to `SendBatch`. */
export const pascal = (name: string): string =>
  name
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

export const camel = (name: string): string => {
  const words = pascal(name);
  return words.charAt(0).toLowerCase() + words.slice(1);
};

export const snake = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const pythonKeywords = [
  'from',
  'import',
  'class',
  'global',
  'in',
  'is',
  'not',
  'or',
  'and',
  'pass',
];
/** Returns a name that is not a keyword of Python. */
export const identifier = (name: string): string =>
  pythonKeywords.includes(name) ? `${name}_` : name;

/**
 * Returns the name of a resource in a client: plural as in `client.messages`, except for
 * `client.account`.
 */
export const plural = (resource: Resource): string =>
  resource === 'account' ? resource : `${resource}s`;

/**
 * Returns the type name of a titled schema. `List` and `Number` are already types in some
 * languages.
 */
export const typeName = (title: string): string =>
  ({ List: 'ContactList', Number: 'SenderNumber' })[title] ?? pascal(title.replace('API', 'Api'));

/** Returns the values of an enum in the wire format. */
export const toWireValues = ({ enum: values, wireValues }: StringSchema): string[] | undefined =>
  values?.map((value) => wireValues?.[value] ?? value);

export interface Field {
  /** The name in the contract. */
  readonly name: string;
  readonly wire: string;
  readonly schema: Schema;
  readonly required: boolean;
  readonly inPath: boolean;
  /** If it is a list in a query, the items. One value then means the same as a list of it. */
  readonly items: Schema | undefined;
}

/**
 * Returns the fields of an operation: path fields first, then required fields, then optional
 * fields.
 */
export function listFields({ method, path, input }: Operation): Field[] {
  const inPath = pathFields(path);
  const fields = Object.entries(input.properties).map(([name, schema]) => ({
    name,
    wire: wireName(input, name),
    schema,
    required: input.required?.includes(name) ?? false,
    inPath: inPath.includes(name),
    items: 'items' in schema && !hasBody({ method }) ? schema.items : undefined,
  }));
  const rank = (field: Field) => (field.inPath ? 0 : field.required ? 1 : 2);
  return fields.sort((a, b) => rank(a) - rank(b));
}

/** Returns whether fields that are not in the path are in the body or in the query. */
export const choosePlace = (operation: Operation): 'body' | 'query' =>
  hasBody(operation) ? 'body' : 'query';

/**
 * Returns the name and the JSON type of a field that every success of an operation has. The page of
 * a proxy does not have it.
 */
export function findProof({ output }: Operation): { wire: string; type: JsonType } | undefined {
  if (!output) return undefined;
  const shared = pickShared(output);
  const { properties, required = [] } = shared;
  const name = required.find((one) => !properties[one]!.nullable);
  if (name === undefined) return undefined;
  const schema = properties[name]!;
  const isDict = isUnion(schema) || isObject(schema) || isMap(schema);
  return { wire: wireName(shared, name), type: isDict ? 'object' : schema.type };
}
type JsonType = 'object' | 'array' | 'string' | 'boolean' | 'integer' | 'number';

/** Describes a field, with the keys of an object and mutually exclusive fields. */
export function explain({ name, schema }: Field, input: ObjectSchema): string {
  const choice = describeChoice(input, name);
  return `${schema.description ?? fieldLabel(name, schema)}${describeKeys(schema)}${choice ? `. Give ${choice}` : ''}.`;
}

/** Returns the choice that a field is part of, such as "exactly one of to and contact_id". */
export function describeChoice(
  { exactlyOne, atLeastOne }: Pick<ObjectSchema, 'exactlyOne' | 'atLeastOne'>,
  name: string,
  show = (field: string): string => field,
): string | undefined {
  const listed = (names: readonly string[]) => names.map(show).join(' and ');
  if (exactlyOne?.includes(name)) return `exactly one of ${listed(exactlyOne)}`;
  return atLeastOne?.includes(name) ? `at least one of ${listed(atLeastOne)}` : undefined;
}

function describeKeys(schema: Schema): string {
  if (!isUnion(schema) && schema.type === 'array') return describeKeys(schema.items);
  if (!isObject(schema)) return '';
  const keys = Object.keys(schema.properties).map((name) => wireName(schema, name));
  return ` (${keys.join(', ')})`;
}

/** Returns whether a field is a time, which programs may give as a time of their language. */
export const isTime = (schema: Schema): boolean =>
  'format' in schema && schema.format === 'date-time';

export const isDictionary = (schema: Schema): boolean => isObject(schema) || isMap(schema);

const listCodes = (flag: 'retryable' | 'mayHaveRun'): string[] =>
  Object.entries(errors).flatMap(([code, error]) => (flag in error ? [code] : []));

/** The codes of errors that a retry can fix. */
export const retryableCodes = listCodes('retryable');

/** The codes of errors after which the service may have carried out the request. */
export const mayHaveRunCodes = listCodes('mayHaveRun');

/** The next step after each error, with its code. */
export const remedies = Object.entries(errors).map(([code, { remedy }]) => [code, remedy] as const);

/** The limits of a batch of messages. */
export const batchLimits = {
  messages: contract.message.sendBatch.input.properties.messages.maxItems,
  bodyBytes: limits.bodyBytes,
};
