import { jsonSchema, problemSchema, type JsonSchema, type Schema } from '../contract/index.ts';

export type Kind = 'schemas' | 'responses' | 'parameters' | 'headers';

/** Tells something once under a name and refers to it; throws where the name stands for something else. */
export type Refer = (kind: Kind, name: string, value: object) => { readonly $ref: string };

export const answerSchema = (refer: Refer, schema: Schema): JsonSchema =>
  hoist(refer, jsonSchema(schema, { closed: false })) as JsonSchema;

/** Tells each named schema once; what is said of it at one place stays at that place. */
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

/** Whatever has an ID, a choice between such, and the problem; any other object is a part of one of them. */
const isNamed = (schema: JsonSchema): schema is JsonSchema & { readonly title: string } =>
  typeof schema.title === 'string' &&
  (schema.title === problemSchema.title ||
    'oneOf' in schema ||
    'id' in ((schema.properties as object | undefined) ?? {}));

export const json = (schema: JsonSchema) => ({ 'application/json': { schema } });
