import type { ErrorObject } from 'ajv';
import {
  isObject,
  isUnion,
  nameOfWire,
  wireName,
  type FieldErrorCode,
  type ObjectSchema,
  type Schema,
} from '@textloom/shared/contract';
import type { FieldError } from './serviceError.ts';

type FieldErrorParts = Omit<FieldError, 'pointer'> & { readonly child?: string };

/** Limits the number of errors to what a person can read. */
const maxFieldErrors = 100;

/**
 * Converts the errors of a validator to field errors with readable details. Keeps the first error
 * of each field. The validator checks the wire format, so the pointers already use the names of the
 * wire.
 */
export function toFieldErrors(
  errors: readonly ErrorObject[],
  input: ObjectSchema,
  limit = maxFieldErrors,
): FieldError[] {
  const found = new Map<string, FieldError>();
  // A value that is not an object has no fields to choose from.
  const mistyped = new Set(
    errors.flatMap(({ keyword, instancePath }) => (keyword === 'type' ? instancePath : [])),
  );
  for (const error of errors) {
    if (found.size === limit) break;
    if (/\/(oneOf|anyOf)\//.test(error.schemaPath)) continue;
    // The rule that the name breaks causes a separate error.
    if (error.keyword === 'propertyNames') continue;
    if (/^(oneOf|anyOf)$/.test(error.keyword) && mistyped.has(error.instancePath)) continue;
    const { child, ...parts } = describeError(error, input);
    const pointer = error.instancePath + (child === undefined ? '' : `/${escapePointer(child)}`);
    if (!found.has(pointer)) found.set(pointer, { ...parts, pointer });
  }
  return [...found.values()];
}

function describeError(error: ErrorObject, input: ObjectSchema): FieldErrorParts {
  const { keyword, params, instancePath, propertyName } = error;
  const limit = String(params.limit);
  if (propertyName !== undefined)
    return { code: 'too_long', detail: `has a name that is longer than ${limit} characters` };
  switch (keyword) {
    case 'required':
      return { code: 'required', child: String(params.missingProperty), detail: 'is required' };
    case 'additionalProperties':
      return {
        code: 'unknown_field',
        child: String(params.additionalProperty),
        detail:
          insteadOfField(schemaAt(input, instancePath), String(params.additionalProperty)) ??
          'is not a field of this request',
      };
    case 'oneOf':
      return describeExactlyOne(params.passingSchemas as number[] | null, instancePath, input);
    case 'anyOf':
      return describeAtLeastOne(instancePath, input);
    case 'uniqueItems':
      return {
        code: 'duplicate',
        child: String(Math.max(params.i as number, params.j as number)),
        detail: 'repeats an earlier item',
      };
    case 'type':
      return {
        code: 'wrong_type',
        detail: `must be ${[params.type as string | string[]]
          .flat()
          .map((type) => typeWords[type] ?? type)
          .join(' or ')}`,
      };
    case 'enum':
      return {
        code: 'not_one_of',
        detail: `must be one of ${(params.allowedValues as unknown[]).join(', ')}`,
      };
    case 'minLength':
      return {
        code: 'too_short',
        detail: limit === '1' ? 'must not be empty' : `must be at least ${limit} characters long`,
      };
    case 'maxLength':
      return { code: 'too_long', detail: `must be at most ${limit} characters long` };
    case 'minItems':
    case 'minProperties':
      return {
        code: 'too_short',
        detail: `must have at least ${limit} item${limit === '1' ? '' : 's'}`,
      };
    case 'maxItems':
    case 'maxProperties':
      return { code: 'too_long', detail: `must have at most ${limit} items` };
    case 'minimum':
      return { code: 'out_of_range', detail: `must be ${limit} or more` };
    case 'maximum':
      return { code: 'out_of_range', detail: `must be ${limit} or less` };
    case 'format':
      return {
        code: 'invalid_format',
        detail:
          params.format === 'uri'
            ? describeUrl(schemaAt(input, instancePath))
            : (formatWords[String(params.format)] ?? 'is not in the right format'),
      };
    default:
      return { code: 'invalid_format', detail: hintAt(input, instancePath) };
  }
}

/** Returns what to do instead of giving a field that people expect. */
const insteadOfField = (schema: Schema | undefined, name: string): string | undefined =>
  schema && isObject(schema) && schema.missing && Object.hasOwn(schema.missing, name)
    ? schema.missing[name]
    : undefined;

const hintAt = (input: ObjectSchema, instancePath: string): string => {
  const schema = schemaAt(input, instancePath);
  return (schema && 'patternHint' in schema && schema.patternHint) || 'is not in the right format';
};

const typeWords: Record<string, string> = {
  string: 'a string',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
};

const formatWords: Record<string, string> = {
  'date-time': 'must be a time with a UTC offset, such as 2026-01-31T09:30:00Z',
  email: 'must be an email address',
};

const describeUrl = ({ examples = ['https://example.com'] }: Partial<Schema> = {}): string =>
  `must be a URL, such as ${examples.join()}, with spaces and special characters percent-encoded, such as %20`;

/**
 * Reports fields that exclude each other. If none is set, the error points to the first one. If
 * several are set, it points to the last one.
 */
function describeExactlyOne(
  passing: number[] | null,
  instancePath: string,
  input: ObjectSchema,
): FieldErrorParts {
  const schema = schemaAt(input, instancePath) as ObjectSchema;
  const names = schema.exactlyOne!.map((name) => wireName(schema, name));
  const code: FieldErrorCode = 'exactly_one';
  return passing === null
    ? {
        code,
        child: names[0]!,
        detail: `is required unless you give ${names.slice(1).join(' or ')}`,
      }
    : {
        code,
        child: names[passing.at(-1)!]!,
        detail: `must not be given together with ${names[passing[0]!]!}`,
      };
}

/** Reports that none of several fields is given. The error points to the first one. */
function describeAtLeastOne(instancePath: string, input: ObjectSchema): FieldErrorParts {
  const schema = schemaAt(input, instancePath) as ObjectSchema;
  const [first, ...others] = schema.atLeastOne!.map((name) => wireName(schema, name));
  return {
    code: 'at_least_one',
    child: first!,
    detail: `is required unless you give ${others.join(' or ')}`,
  };
}

/** Returns the schema at a path that uses the names of the wire. */
const schemaAt = (schema: ObjectSchema, instancePath: string): Schema | undefined =>
  instancePath
    .split('/')
    .slice(1)
    .reduce<Schema | undefined>((at, step) => {
      if (at === undefined || isUnion(at)) return undefined;
      if (isObject(at)) return at.properties[nameOfWire(at, step)];
      return 'items' in at ? at.items : undefined;
    }, schema);

/** Returns a field name as a step of a JSON Pointer. */
export const escapePointer = (name: string): string =>
  name.replaceAll('~', '~0').replaceAll('/', '~1');
