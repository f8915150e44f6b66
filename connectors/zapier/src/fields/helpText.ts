import { valueLabel } from '@textloom/shared/connector/labels';
import type { Schema } from '@textloom/shared/contract';

export const nationalNumbers =
  'A number without a country code belongs to the country of your account.';

/** Explains what the API does not need to explain to programs. */
const ownHints: Readonly<Record<string, string>> = {
  phone: 'Other formats work, too.',
  to: 'Other formats work, too.',
  media_urls: 'Map a public link to the file, because the step accepts no files.',
  deduplication_key:
    'To join several values, type a separator between them that no value begins or ends with, such as `|`.',
  source: 'Required if you fill in Consent At.',
  at: 'Map a time with a UTC offset, such as `2026-01-31T09:30:00Z`. Required if you fill in Consent Source.',
  country: 'Two-letter code, such as `US`.',
};

/** Returns what the editor shows below a field. It says last what happens if the field is empty. */
export function toHelpText(name: string, schema: Schema): string | undefined {
  const described = schema.description === undefined ? [] : toSentences(schema.description);
  const isDefault = (sentence: string) => sentence.startsWith('If empty');
  const sentences = [
    ...described.filter((sentence) => !isDefault(sentence)),
    ownHints[name],
    describeRange(name, schema),
    ...described.filter(isDefault),
    describeDefault(name, schema),
  ];
  return sentences.filter(Boolean).join(' ') || undefined;
}

/** Converts a description of the API, with its semicolons, to sentences like those of other apps. */
export const toSentences = (description: string): string[] =>
  description
    .split('; ')
    .map((part) => part.replace(/^(.*) if empty$/, 'if empty, $1'))
    .map((part) => `${part.charAt(0).toUpperCase()}${part.slice(1)}.`)
    .map((sentence) => sentence.replaceAll(/\{\{.+?\}\}/g, '`$&`'));

function describeRange(name: string, schema: Schema): string | undefined {
  if (!('minimum' in schema) || schema.minimum === undefined) return undefined;
  const { minimum, maximum } = schema;
  return maximum === undefined ? undefined : `From ${minimum} to ${withUnit(name, maximum)}.`;
}

function describeDefault(name: string, schema: Schema): string | undefined {
  if (!('default' in schema) || schema.default === undefined) return undefined;
  const value = schema.default;
  if (typeof value === 'number') return `If empty, ${withUnit(name, value)}.`;
  const labels = 'labels' in schema ? schema.labels : undefined;
  const isChoice = typeof value === 'boolean' || ('enum' in schema && schema.enum !== undefined);
  return `If empty, \`${isChoice ? valueLabel(String(value), labels) : value}\`.`;
}

const withUnit = (name: string, value: number): string =>
  name === 'ttl' ? `${value} (${formatSpan(value)})` : String(value);

/** Returns a length in seconds in words, such as "29 days". */
export function formatSpan(seconds: number): string {
  const minutes = seconds / 60;
  if (minutes < 60) return `${minutes} minutes`;
  return minutes > 24 * 60 ? `${minutes / (24 * 60)} days` : `${minutes / 60} hours`;
}
