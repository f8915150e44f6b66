import { choicesOf, fieldLabel, valueLabel, type Choice } from '@textloom/shared/connector/labels';
import type { Schema } from '@textloom/shared/contract';

/** Titles are in Title Case, which editors of workflows want; a page reads better without. */
export const sentenceCase = (title: string): string =>
  title.replace(/(?<=[\s-])[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase());

export const labelOf = (schema: Schema, name: string): string =>
  sentenceCase(fieldLabel(name, schema));

/** A value of an `enum` as people read it. */
export const labelOfValue = (value: string, labels?: Readonly<Record<string, string>>): string =>
  sentenceCase(valueLabel(value, labels));

export type Option = Choice;

/** What can be chosen where the schema names it. */
export const optionsOf = (schema: Schema): Option[] =>
  choicesOf(schema).map(({ value, label }) => ({ value, label: sentenceCase(label) }));
