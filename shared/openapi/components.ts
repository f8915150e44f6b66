import { jsonSchema, problemSchema, type JsonSchema, type Schema } from '../contract/index.ts';

export type Kind = 'schemas' | 'responses' | 'parameters' | 'headers';

/**
 * Adds a component under a name and returns a reference. Throws if the name already means something
 * else.
 */
export type Refer = (kind: Kind, name: string, value: object) => { readonly $ref: string };

export const responseSchema = (refer: Refer, schema: Schema): JsonSchema =>
  hoist(refer, jsonSchema(schema, { closed: false })) as JsonSchema;

/** Adds each named schema once. Its description and examples stay where they are used. */
function hoist(refer: Refer, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => hoist(refer, one));
  if (typeof value !== 'object' || value === null) return value;
  const whole = Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, hoist(refer, one)]),
  );
  if (!isNamed(whole)) return whole;
  const { description, examples, ...schema } = whole;
  const nullable = Array.isArray(schema.type);
  const name = schema.title.replaceAll(' ', '');
  const $ref = refer('schemas', name, nullable ? { ...schema, type: 'object' } : schema);
  return {
    ...(nullable ? { anyOf: [$ref, { type: 'null' }] } : $ref),
    ...(description !== undefined && { description }),
    ...(examples !== undefined && { examples }),
  };
}

/**
 * Names objects with an ID, unions of them, and the problem. Any other object is a part of one of
 * these.
 */
const isNamed = (schema: JsonSchema): schema is JsonSchema & { readonly title: string } =>
  typeof schema.title === 'string' &&
  (schema.title === problemSchema.title ||
    'oneOf' in schema ||
    'id' in ((schema.properties as object | undefined) ?? {}));

export const json = (schema: JsonSchema) => ({ 'application/json': { schema } });
