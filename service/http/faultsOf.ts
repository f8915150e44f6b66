import type { ErrorObject } from 'ajv';
import { pointerFromWire, type FieldErrorCode, type ObjectSchema } from '@textloom/shared/contract';
import type { FieldFault } from './serviceError.ts';

type Told = Omit<FieldFault, 'pointer'> & { readonly below?: string };

/** What a validator found, as faults of fields with a sentence each. */
export function faultsOf(errors: readonly ErrorObject[], input: ObjectSchema): FieldFault[] {
  const found = errors
    .filter(({ schemaPath }) => !schemaPath.includes('/oneOf/'))
    .map((error) => {
      const { below, ...told } = tell(error, input);
      const pointer = error.instancePath + (below === undefined ? '' : `/${escapePointer(below)}`);
      return { ...told, pointer: pointerFromWire(input, pointer) };
    });
  return found.filter(
    ({ pointer }, index) => found.findIndex((one) => one.pointer === pointer) === index,
  );
}

function tell({ keyword, params, instancePath }: ErrorObject, input: ObjectSchema): Told {
  const limit = String(params.limit);
  switch (keyword) {
    case 'required':
      return { code: 'required', below: String(params.missingProperty), detail: 'is required' };
    case 'additionalProperties':
      return {
        code: 'unknown_field',
        below: String(params.additionalProperty),
        detail: 'is not a field of this request',
      };
    case 'oneOf':
      return tellExactlyOne(params.passingSchemas as number[] | null, instancePath, input);
    case 'type':
      return {
        code: 'wrong_type',
        detail: `has to be of type ${[params.type].flat().join(' or ')}`,
      };
    case 'enum':
      return {
        code: 'not_one_of',
        detail: `has to be one of ${(params.allowedValues as unknown[]).join(', ')}`,
      };
    case 'minLength':
      return {
        code: 'too_short',
        detail: `needs at least ${limit} character${limit === '1' ? '' : 's'}`,
      };
    case 'maxLength':
      return { code: 'too_long', detail: `may have at most ${limit} characters` };
    case 'minItems':
      return {
        code: 'too_short',
        detail: `needs at least ${limit} item${limit === '1' ? '' : 's'}`,
      };
    case 'maxItems':
    case 'maxProperties':
      return { code: 'too_long', detail: `may have at most ${limit} items` };
    case 'minimum':
      return { code: 'out_of_range', detail: `has to be ${limit} or more` };
    case 'maximum':
      return { code: 'out_of_range', detail: `has to be ${limit} or less` };
    case 'format':
      return {
        code: 'invalid_format',
        detail: formatWords[String(params.format)] ?? 'is not in the right form',
      };
    default:
      return { code: 'invalid_format', detail: 'is not in the right form' };
  }
}

const formatWords: Record<string, string> = {
  'date-time': 'has to be a time with its zone, such as 2026-01-31T09:30:00Z',
  email: 'has to be an email address',
  uri: 'has to be a URL, such as https://example.com/hook',
};

/** Of fields that exclude each other, the first is the one that is missing, and the last the one too many. */
function tellExactlyOne(passing: number[] | null, instancePath: string, input: ObjectSchema): Told {
  const names = schemaAt(input, instancePath).exactlyOne ?? [];
  const code: FieldErrorCode = 'exactly_one';
  return passing === null
    ? {
        code,
        below: names[0]!,
        detail: `is required, or ${names.slice(1).join(' or ')} in its place`,
      }
    : {
        code,
        below: names[passing.at(-1)!]!,
        detail: `must not be given together with ${names[passing[0]!]!}`,
      };
}

function schemaAt(schema: ObjectSchema, instancePath: string): ObjectSchema {
  const below = instancePath
    .split('/')
    .slice(1)
    .reduce<unknown>((at, step) => {
      const node = at as { properties?: Record<string, unknown>; items?: unknown };
      return node.properties?.[step] ?? node.items;
    }, schema);
  return below as ObjectSchema;
}

const escapePointer = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');
