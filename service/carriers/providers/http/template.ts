/** A value of JSON. */
export type Json =
  string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/**
 * What `{name}` stands for in a template. Null and an empty list leave out the field whose whole
 * text it is.
 */
export type Placeholders = Readonly<Record<string, string | number | readonly string[] | null>>;

const placeholder = /\{(\w+)\}/g;

/** Fills in the texts of a template. A number or a list stays one if it is the whole text. */
export function fill(template: Json, values: Placeholders): Json | undefined {
  if (typeof template === 'string') {
    const whole = /^\{(\w+)\}$/.exec(template)?.[1];
    const value = whole === undefined ? undefined : values[whole];
    if (value === undefined) return fillText(template, values);
    return isEmpty(value) ? undefined : value;
  }
  if (Array.isArray(template))
    return template.flatMap((one: Json) => {
      const filled = fill(one, values);
      return filled === undefined ? [] : [filled];
    });
  if (typeof template !== 'object' || template === null) return template;
  return Object.fromEntries(
    Object.entries(template).flatMap(([name, one]) => {
      const filled = fill(one, values);
      return filled === undefined ? [] : [[name, filled]];
    }),
  );
}

const isEmpty = (value: Placeholders[string]): boolean =>
  value === null || (Array.isArray(value) && value.length === 0);

/** Fills in one text. `escape` makes a value safe where it stands. */
export const fillText = (
  template: string,
  values: Placeholders,
  escape: (value: string) => string = (value) => value,
): string =>
  template.replaceAll(placeholder, (found, name: string) =>
    name in values ? escape(String(values[name] ?? '')) : found,
  );

/** Returns the placeholders in all texts of a template. */
export const placeholdersIn = (template: unknown): string[] =>
  [...JSON.stringify(template ?? '').matchAll(placeholder)].map(([, name]) => name!);

/** Returns the text or number at a JSON Pointer (RFC 6901) as a text, or undefined. */
export function textAt(value: unknown, pointer: string): string | undefined {
  const found = valueAt(value, pointer);
  return typeof found === 'string' || typeof found === 'number' ? String(found) : undefined;
}

/** Returns the value at a JSON Pointer, or undefined. */
export function valueAt(value: unknown, pointer: string): unknown {
  const names = pointer.split('/').slice(1);
  return names.reduce<unknown>((inside, name) => {
    const key = name.replaceAll('~1', '/').replaceAll('~0', '~');
    return typeof inside === 'object' && inside !== null && Object.hasOwn(inside, key)
      ? (inside as Record<string, unknown>)[key]
      : undefined;
  }, value);
}

/** Parses JSON, or otherwise the fields of a form. */
export function parseFields(body: string): unknown {
  try {
    return JSON.parse(body, keepDigits);
  } catch {
    return Object.fromEntries(new URLSearchParams(body));
  }
}

/**
 * Returns a long number as a text with all its digits. A number loses the last ones, so that two
 * IDs of a provider could be the same.
 */
const keepDigits = (_name: string, value: unknown, context?: { readonly source?: string }) =>
  typeof value === 'number' && /^-?\d{16,}$/.test(context?.source ?? '') ? context?.source : value;
