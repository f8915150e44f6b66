import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

const options = {
  allErrors: true,
  strict: true,
  allowUnionTypes: true,
  strictRequired: false,
} as const;
/** Validates bodies, whose values have types. The values of a query and a path are all text. */
export const ajvOfBody = new Ajv2020(options);
export const ajvOfText = new Ajv2020({
  ...options,
  coerceTypes: 'array',
  // Otherwise, no maximum applies to a text that becomes an infinite number.
  strictNumbers: false,
});
addFormats.default(ajvOfBody);
addFormats.default(ajvOfText);

interface Validate {
  (value: unknown): boolean;
  /** The errors of the last value. */
  errors?: ErrorObject[] | null;
}

/** Compiles a schema when it is first used, because compiling all schemas delays each start. */
export function compileLazily(ajv: Ajv2020, schema: object): Validate {
  let compiled: ValidateFunction | undefined;
  const validate: Validate = (value) => {
    compiled ??= ajv.compile(schema);
    const isValid = compiled(value);
    validate.errors = compiled.errors ?? null;
    return isValid;
  };
  return validate;
}
