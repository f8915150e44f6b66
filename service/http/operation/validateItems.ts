import {
  jsonSchema,
  wireName,
  type ArraySchema,
  type JsonSchema,
  type ObjectSchema,
} from '@textloom/shared/contract';
import type { Ajv2020 } from 'ajv/dist/2020.js';
import { compileLazily } from '../../lib/ajv.ts';
import { toFieldErrors } from '../../errors/fieldErrors.ts';
import type { Refused } from '../../handlers/handlers.ts';
import { ServiceError } from '../../errors/serviceError.ts';
import { findUnstorable } from '../findUnstorable.ts';

/**
 * The maximum number of errors per item. It keeps the response readable and about as large as the
 * list.
 */
const maxErrorsPerItem = 20;

const findItemwiseField = ({ properties }: ObjectSchema): [string, ArraySchema] | undefined =>
  Object.entries(properties).find(
    (entry): entry is [string, ArraySchema] => 'itemwise' in entry[1] && entry[1].itemwise === true,
  );

/** Returns the schema of a body without the schema of the items that are validated one by one. */
export function withOpenItems(input: ObjectSchema, body: JsonSchema): JsonSchema {
  const [name] = findItemwiseField(input) ?? [];
  if (name === undefined) return body;
  const { [wireName(input, name)]: list, ...others } = body.properties as Record<string, object>;
  return { ...body, properties: { ...others, [wireName(input, name)]: { ...list, items: true } } };
}

/** Removes the items from a valid body and validates each one separately. */
export function createValidateItems(
  input: ObjectSchema,
  ajv: Ajv2020,
): (body: unknown) => { readonly refused: Refused; readonly rest: unknown } {
  const [name, list] = findItemwiseField(input) ?? [];
  if (name === undefined || !list) return (body) => ({ refused: new Map(), rest: body });
  const item = list.items as ObjectSchema;
  const validate = compileLazily(ajv, jsonSchema(item, { closed: true }));
  const validateItem = (value: unknown): ServiceError | undefined => {
    const fieldErrors = validate(value)
      ? findUnstorable(value)
      : toFieldErrors(validate.errors!, item, maxErrorsPerItem);
    return fieldErrors.length === 0
      ? undefined
      : new ServiceError('validation_failed', { fieldErrors });
  };
  return (body) => {
    const { [wireName(input, name)]: items, ...rest } = body as Record<string, unknown[]>;
    const results = items!.map((value, index) => [index, validateItem(value)] as const);
    return {
      refused: new Map(results.filter((one): one is [number, ServiceError] => !!one[1])),
      rest,
    };
  };
}
