import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

const options = {
  allErrors: true,
  strict: true,
  allowUnionTypes: true,
  strictRequired: false,
} as const;
/** Validates bodies, whose values have types. The values of a query and a path are all text. */
export const ajvOfBody = new Ajv2020(options);
export const ajvOfText = new Ajv2020({ ...options, coerceTypes: 'array' });
addFormats.default(ajvOfBody);
addFormats.default(ajvOfText);
