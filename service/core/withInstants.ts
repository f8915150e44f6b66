import { isObject, type Schema } from '@textloom/shared/contract';

/** Returns the value with every time in UTC, so that one instant has one spelling. */
export function withInstants<T>(schema: Schema, value: T): T;
export function withInstants(schema: Schema, value: unknown): unknown {
  if (typeof value === 'string')
    return 'format' in schema && schema.format === 'date-time' ? inUtc(value) : value;
  if (Array.isArray(value) && 'items' in schema)
    return value.map((item: unknown) => withInstants(schema.items, item));
  if (typeof value !== 'object' || value === null || !isObject(schema)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => {
      const property = schema.properties[name];
      return [name, property ? withInstants(property, field) : field];
    }),
  );
}

/** The handler refuses a text that is not a time. */
function inUtc(text: string): string {
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? text : time.toISOString();
}
