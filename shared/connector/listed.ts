import type { Schema } from '../contract/index.ts';

/**
 * A phone number may contain separators: before its extension, and before the parameters of a tel
 * URI. The limit of the spaces keeps the time linear.
 */
const betweenEntries =
  /[,;\n](?!\s{0,20}(?:[a-z-]+\s*=|(?:ext(?:ension|n)?|[x#])\s*(?:[.:]\s*)?\d))/i;

/** A URL may contain commas and semicolons too, for example in the path of a picture of another size. */
const betweenUrls = /(?<![,;\s])[,;\s]+(?=https?:|$)/i;

/** Splits one row of a list, in which people and other apps also write several entries. */
export const listed = (row: string, separator = /[,;\n]/): string[] =>
  row
    .split(separator)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

/** Splits one row of a list whose entries have this schema. */
export const listedAs = (schema: Schema, row: string): string[] =>
  listed(row, 'format' in schema && schema.format === 'uri' ? betweenUrls : betweenEntries);
