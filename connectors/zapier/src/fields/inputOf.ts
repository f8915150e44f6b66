import type { Bundle } from 'zapier-platform-core';
import {
  isMap,
  isObject,
  type Infer,
  type ObjectSchema,
  type Schema,
} from '@textloom/shared/contract';

/** Converts the user's values to an input of the operation, without blanks and unknown fields. */
export function inputOf<const S extends ObjectSchema>(schema: S, { inputData }: Bundle): Infer<S> {
  return (objectOf(schema, inputData, '') ?? {}) as Infer<S>;
}

/** Reads a nested object from flat fields: `consent.at` is the field `consent_at`. */
function objectOf(
  { properties }: ObjectSchema,
  data: Record<string, unknown>,
  prefix: string,
): Record<string, unknown> | undefined {
  return filled(
    Object.entries(properties).map(([name, schema]) => [
      name,
      isObject(schema)
        ? objectOf(schema, data, `${prefix}${name}_`)
        : valueOf(schema, data[prefix + name]),
    ]),
  );
}

/**
 * Converts a value to the type of its schema, because Zapier passes on results of earlier steps
 * with any type.
 */
function valueOf(schema: Schema, given: unknown): unknown {
  if (given === undefined || given === null) return undefined;
  // This is a line item.
  if (isObject(schema)) {
    return typeof given === 'object' ? objectOf(schema, { ...given }, '') : undefined;
  }
  if ('items' in schema) {
    const items = [given].flat().flatMap((item) => valueOf(schema.items, item) ?? []);
    return items.length > 0 ? items : undefined;
  }
  if (isMap(schema)) {
    return filled(Object.entries(given).map(([key, item]) => [key, valueOf(schema.values, item)]));
  }
  // These are line items in a field for one value.
  if (Array.isArray(given)) return valueOf(schema, given.join(', '));
  const whole = typeof given === 'string' ? given : JSON.stringify(given);
  const text = whole.trim();
  if (text === '') return undefined;
  if (!('type' in schema) || schema.type === 'string') return 'multiline' in schema ? whole : text;
  if (schema.type === 'boolean') return { true: true, false: false }[text.toLowerCase()] ?? text;
  return Number.isNaN(Number(text)) ? text : Number(text);
}

function filled(entries: readonly (readonly [string, unknown])[]) {
  const given = entries.filter(([, value]) => value !== undefined);
  return given.length > 0 ? Object.fromEntries(given) : undefined;
}
