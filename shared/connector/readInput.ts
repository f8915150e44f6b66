import { invalidField } from '../client/index.ts';
import {
  isMap,
  isObject,
  type ArraySchema,
  type Infer,
  type MapSchema,
  type ObjectSchema,
  type Schema,
} from '../contract/index.ts';
import { isBlank } from './isBlank.ts';
import { isDay } from './isDay.ts';
import { findChoice, listChoices } from './labels.ts';
import { listedAs } from './listed.ts';

/**
 * Converts the values of a form to an input of the operation, without blanks and unknown fields.
 * Throws the error of a field whose value no request can carry.
 */
export const readInput = <const S extends ObjectSchema>(
  schema: S,
  values: Readonly<Record<string, unknown>>,
): Infer<S> => (readObject(schema, values, '') ?? {}) as Infer<S>;

/** Reads a nested object from flat fields: `consent.at` is the field `consent_at`. */
function readObject(
  { properties }: ObjectSchema,
  data: Readonly<Record<string, unknown>>,
  prefix: string,
): Record<string, unknown> | undefined {
  return filled(
    Object.entries(properties).map(([name, schema]) => {
      const key = prefix + name;
      return [
        name,
        isObject(schema) ? readObject(schema, data, `${key}_`) : readValue(schema, data[key], key),
      ];
    }),
  );
}

/**
 * Converts a value to the type of its schema, because hosts pass on results of earlier steps
 * with any type.
 */
function readValue(schema: Schema, given: unknown, key: string): unknown {
  if (given === undefined || given === null) return undefined;
  // JSON has no such number, so the text would be "null".
  if (typeof given === 'number' && !Number.isFinite(given)) return undefined;
  // This is a line item.
  if (isObject(schema)) {
    return typeof given === 'object' ? readObject(schema, { ...given }, '') : undefined;
  }
  if ('items' in schema) return readList(schema, given, key);
  if (isMap(schema)) return readMap(schema, given, key);
  // These are line items in a field for one value.
  if (Array.isArray(given)) return readValue(schema, joinItems(given), key);
  const whole = typeof given === 'string' ? given : JSON.stringify(given);
  const text = whole.trim();
  if (text === '') return undefined;
  if (!('type' in schema)) return text;
  if (schema.type === 'string') {
    if (schema.enum) return readChoice(schema, text, key);
    if (schema.format === 'date-time') return normalizeInstant(text);
    return schema.multiline ? whole : text;
  }
  if (schema.type === 'boolean') {
    const isTrue = text.toLowerCase() === 'true';
    return isTrue || text.toLowerCase() === 'false' ? isTrue : text;
  }
  return Number.isFinite(Number(text)) ? Number(text) : text;
}

/** Joins line items to one text. Without JSON, the text of an object would be "[object Object]". */
const joinItems = (items: readonly unknown[]): string =>
  items
    .flat(Infinity)
    .filter((one) => !isBlank(one))
    .map((one) => (typeof one === 'string' ? one : JSON.stringify(one)))
    .join(', ');

/**
 * Reads a list. An entry may contain a list itself, or a text with several values, because an earlier
 * step returned several.
 */
function readList({ items }: ArraySchema, given: unknown, key: string) {
  const rows: readonly unknown[] = [given].flat(Infinity);
  const values = rows
    .flatMap((row) => (typeof row === 'string' ? splitRow(items, row) : row))
    .flatMap((entry) => readValue(items, entry, key) ?? []);
  return values.length > 0 ? values : undefined;
}

/** Keeps a text of several lines, which may contain separators. */
const splitRow = (items: Schema, row: string): unknown[] =>
  'type' in items && items.type === 'string' && !items.multiline ? listedAs(items, row) : [row];

/** Reads names and values, which earlier steps also return as JSON. */
function readMap({ values }: MapSchema, given: unknown, key: string) {
  const map = parseMap(given);
  if (map === undefined) return undefined;
  if (typeof map !== 'object' || map === null || Array.isArray(map))
    throw invalidField(key, 'must be names with values, or JSON such as {"plan": "pro"}');
  return filled(Object.entries(map).map(([name, item]) => [name, readValue(values, item, key)]));
}

/** Returns names with values as an object, even if they are JSON. Returns any other value unchanged. */
export function parseMap(given: unknown): unknown {
  if (typeof given !== 'string') return given;
  if (given.trim() === '') return undefined;
  try {
    return JSON.parse(given) as unknown;
  } catch {
    return given;
  }
}

function readChoice(schema: Schema, text: string, key: string): string {
  const found = findChoice(schema, text);
  if (found !== undefined) return found;
  const labels = listChoices(schema).map(({ label }) => label);
  // Creating this format takes as long as the rest of the app takes to start, so only errors do it.
  const disjunction = new Intl.ListFormat('en', { type: 'disjunction' });
  throw invalidField(key, `must be ${disjunction.format(labels)}`);
}

/**
 * Writes the same instant in the same way. Otherwise, it would count as another message. Returns any
 * other text unchanged, because a guess could be a different day.
 */
function normalizeInstant(text: string): string {
  const [, day = '', clock = '', zone = ''] = instant.exec(text) ?? [];
  // JavaScript reads neither a space before the offset nor UTC in every form.
  const iso = `${day}T${clock}${zone.replace(/utc/i, 'Z')}`;
  const time = isDay(day) ? Date.parse(iso) : Number.NaN;
  return Number.isNaN(time) ? text : new Date(time).toISOString();
}
const instant = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(Z|UTC|[+-]\d\d:?\d\d)$/i;

function filled(entries: readonly (readonly [string, unknown])[]) {
  const given = entries.filter(([, value]) => value !== undefined);
  return given.length > 0 ? Object.fromEntries(given) : undefined;
}
