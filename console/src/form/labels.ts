import { events, type EventType, type Schema } from '@textloom/shared/contract';

/** Titles are in Title Case, which editors of workflows want; a page reads better without. */
export const sentenceCase = (title: string): string =>
  title.replace(/(?<=[\s-])[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase());

export const labelOf = (schema: Schema, name: string): string =>
  sentenceCase(schema.title ?? labelOfValue(name));

/** A value of an `enum` as people read it. */
export function labelOfValue(value: string, labels: Readonly<Record<string, string>> = {}): string {
  if (Object.hasOwn(labels, value)) return sentenceCase(labels[value]!);
  if (Object.hasOwn(events, value)) return sentenceCase(events[value as EventType].title);
  const words = value.replaceAll('_', ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export interface Option {
  readonly value: string;
  readonly label: string;
}

/** What can be chosen where the schema names it. */
export const optionsOf = (schema: Schema): Option[] =>
  'enum' in schema
    ? (schema.enum ?? []).map((value) => ({ value, label: labelOfValue(value, schema.labels) }))
    : [];
