import { fieldLabel } from './fieldLabel.ts';
import { isMap, isObject, isUnion, type ObjectSchema, type Schema } from './schema.ts';
import { toWire, wireName } from './wire.ts';

export type JsonSchema = { readonly [keyword: string]: unknown };

/**
 * Converts a schema to JSON Schema 2020-12 with the names of the wire. A `closed` schema, for
 * requests, also rejects unknown fields and objects without the fields that they need. Clients must
 * accept these in responses.
 */
export function jsonSchema(schema: Schema, { closed }: { closed: boolean }): JsonSchema {
  const { nullable, examples, title, description } = schema;
  return {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...toBareSchema(schema, closed, nullable === true),
    ...(examples !== undefined && { examples: examples.map((example) => toWire(schema, example)) }),
  };
}

function toBareSchema(schema: Schema, closed: boolean, nullable: boolean): JsonSchema {
  if (isUnion(schema)) {
    return { oneOf: schema.oneOf.map((variant) => jsonSchema(variant, { closed })) };
  }
  const type = nullable ? [schema.type, 'null'] : schema.type;
  if (isObject(schema)) return { type, ...objectKeywords(schema, closed) };
  if (isMap(schema)) {
    const { values, minProperties, maxProperties, maxNameLength } = schema;
    return {
      type,
      additionalProperties: jsonSchema(values, { closed }),
      ...(closed && minProperties !== undefined && { minProperties }),
      ...(maxProperties !== undefined && { maxProperties }),
      ...(maxNameLength !== undefined && { propertyNames: { maxLength: maxNameLength } }),
    };
  }
  if (schema.type === 'array') {
    const { items, minItems, maxItems, uniqueItems } = schema;
    return {
      type,
      items: jsonSchema(items, { closed }),
      ...(minItems !== undefined && { minItems }),
      ...(maxItems !== undefined && { maxItems }),
      ...(uniqueItems && { uniqueItems }),
    };
  }
  if (schema.type === 'string') {
    const { format, pattern, minLength, maxLength } = schema;
    const values = schema.enum?.map((value) => schema.wireValues?.[value] ?? value);
    return {
      type,
      ...(values && { enum: nullable ? [...values, null] : values }),
      ...(format && { format }),
      ...(pattern && { pattern }),
      ...(minLength !== undefined && { minLength }),
      ...(maxLength !== undefined && { maxLength }),
      ...(schema.default !== undefined && { default: toWire(schema, schema.default) }),
    };
  }
  if (schema.type === 'boolean')
    return { type, ...(schema.default !== undefined && { default: schema.default }) };
  const { minimum, maximum } = schema;
  return {
    type,
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
    ...(schema.default !== undefined && { default: schema.default }),
  };
}

function objectKeywords(schema: ObjectSchema, closed: boolean): JsonSchema {
  const { properties, required, exactlyOne, atLeastOne } = schema;
  const requireEach = (names: readonly string[]) =>
    names.map((name) => ({ required: [wireName(schema, name)] }));
  // Generators of clients take a choice next to `properties` for the whole type.
  const choices = [
    ...(exactlyOne ? [{ oneOf: requireEach(exactlyOne) }] : []),
    ...(atLeastOne ? [{ anyOf: requireEach(atLeastOne) }] : []),
  ];
  return {
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, property]) => [
        wireName(schema, name),
        { title: fieldLabel(name, property), ...jsonSchema(property, { closed }) },
      ]),
    ),
    ...(required && { required: required.map((name) => wireName(schema, name)) }),
    ...(closed && choices.length > 0 && { allOf: choices }),
    ...(closed && { additionalProperties: false }),
  };
}
