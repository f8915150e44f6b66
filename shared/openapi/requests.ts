import {
  contract,
  fieldLabel,
  headers,
  idempotencyKeyPattern,
  jsonSchema,
  limits,
  wireName,
  type JsonSchema,
  type ObjectSchema,
  type Schema,
} from '../contract/index.ts';
import type { Refer } from './components.ts';

export const parameter = (input: ObjectSchema, field: string, place: 'path' | 'query') => {
  const property = input.properties[field]!;
  const title = fieldLabel(field, property);
  const { description, ...schema }: JsonSchema = {
    title,
    ...jsonSchema(property, { closed: true }),
  };
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

export function sharedParameter(refer: Refer, input: ObjectSchema, field: string) {
  const described = parameter(input, field, 'query');
  const name = Object.keys(paging).find((one) => paging[one] === input.properties[field]);
  return name ? refer('parameters', name, described) : described;
}

export const idempotencyKey = {
  name: headers.idempotencyKey,
  in: 'header',
  required: false,
  description: `Makes a repeated request count once: for ${limits.idempotencyHours} hours, it gets the first response again, unless that was an error`,
  schema: {
    type: 'string',
    pattern: idempotencyKeyPattern,
    minLength: 1,
    maxLength: limits.idempotencyKeyLength,
    examples: ['order-1042-shipped'],
  },
};

export function bodySchema(input: ObjectSchema, fields: readonly string[]): JsonSchema {
  const properties = Object.fromEntries(fields.map((field) => [field, input.properties[field]!]));
  const required = input.required?.filter((field) => fields.includes(field));
  return jsonSchema({ ...input, properties, ...(required && { required }) }, { closed: true });
}
