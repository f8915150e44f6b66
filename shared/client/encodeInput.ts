import { errors } from '../contract/index.ts';
import { ApiError, type FieldError } from './error.ts';

type Encoded<T> = T extends Date
  ? string
  : T extends object
    ? { [K in keyof T]: Encoded<T[K]> }
    : T;

/**
 * Returns an input as JSON contains it. A `Date`, or the time of a library that implements `toJSON`,
 * becomes a text in ISO 8601. Throws an error that names the field if JSON cannot contain a value.
 */
export const encodeInput = <T>(value: T, pointer: string): Encoded<T> =>
  encode(value, pointer) as Encoded<T>;

function encode(value: unknown, pointer: string): unknown {
  if (typeof value === 'bigint' || typeof value === 'function' || typeof value === 'symbol')
    throw refusedField(pointer, 'wrong_type', `must not be a ${typeof value}`);
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Date && Number.isNaN(value.getTime()))
    throw refusedField(pointer, 'invalid_format', 'is not a valid date');
  if (convertsItself(value)) return encode(value.toJSON(), pointer);
  if (Array.isArray(value)) return value.map((item, index) => encode(item, `${pointer}/${index}`));
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      encode(item, `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`),
    ]),
  );
}

const convertsItself = (value: object): value is { readonly toJSON: () => unknown } =>
  'toJSON' in value && typeof value.toJSON === 'function';

/** Returns the error of a call that the client does not send because of one field. */
export const refusedField = (pointer: string, code: FieldError['code'], detail: string): ApiError =>
  unsendable([{ pointer, code, detail }]);

/** Returns the error of a call that the client does not send. It names the first field. */
export function unsendable(fieldErrors: readonly FieldError[], cause?: unknown): ApiError {
  const [first] = fieldErrors;
  return new ApiError({
    message: first ? `${first.pointer}: ${first.detail}` : 'The inputs cannot be sent in a request',
    code: 'validation_failed',
    status: 0,
    remedy: errors.validation_failed.remedy,
    fieldErrors,
    cause,
  });
}
