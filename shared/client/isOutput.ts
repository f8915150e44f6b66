import {
  isMap,
  isObject,
  isUnion,
  pickShared,
  wireName,
  type ObjectSchema,
  type Schema,
  type UnionSchema,
} from '../contract/index.ts';

/**
 * Returns true if the body of a success looks like the output of an operation: it has the first required
 * field, and all required fields that it has are of the right type. An older service may lack the fields
 * that a newer contract adds.
 */
export function isOutput(schema: ObjectSchema | UnionSchema, body: unknown): boolean {
  const output = pickShared(schema);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return false;
  const fields = new Map(Object.entries(body));
  const [first, ...others] = (output.required ?? []).map((name) => ({
    schema: output.properties[name]!,
    value: fields.get(wireName(output, name)) as unknown,
  }));
  return (
    (first === undefined || isOfType(first.schema, first.value)) &&
    others.every(({ schema, value }) => value === undefined || isOfType(schema, value))
  );
}

function isOfType(schema: Schema, value: unknown): boolean {
  if (value === null) return schema.nullable === true;
  if (isUnion(schema) || isObject(schema) || isMap(schema))
    return typeof value === 'object' && !Array.isArray(value);
  if (schema.type === 'array') return Array.isArray(value);
  return typeof value === (schema.type === 'integer' ? 'number' : schema.type);
}
