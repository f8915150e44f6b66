import { isObject, type Infer, type Schema } from '@textloom/shared/contract';

/**
 * Returns the value with the default of each absent field. Items that the service checks separately
 * stay as they are.
 */
export function withDefaults<const S extends Schema>(schema: S, value: Infer<S>): Infer<S, true>;
export function withDefaults(schema: Schema, value: unknown): unknown;
export function withDefaults(schema: Schema, value: unknown): unknown {
  if (Array.isArray(value)) {
    return 'items' in schema && !schema.itemwise
      ? value.map((item) => withDefaults(schema.items, item))
      : value;
  }
  if (typeof value !== 'object' || value === null || !isObject(schema)) return value;
  const { properties } = schema;
  const filled = Object.entries(value).flatMap(([name, field]) => {
    if (field === undefined) return [];
    const property = properties[name];
    return [[name, property ? withDefaults(property, field) : field] as const];
  });
  return { ...listDefaults(properties), ...Object.fromEntries(filled) };
}

const listDefaults = (properties: Readonly<Record<string, Schema>>): object =>
  Object.fromEntries(
    Object.entries(properties).flatMap(([name, property]) =>
      'default' in property && property.default !== undefined ? [[name, property.default]] : [],
    ),
  );
