import { listChoices, valueLabel, type Choice } from '@textloom/shared/connector/labels';
import { fieldLabel, type Schema } from '@textloom/shared/contract';

/** Titles use Title Case for workflow editors, but the console uses sentence case. */
export const sentenceCase = (title: string): string =>
  title.replace(/(?<=[\s(-])[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase());

export const labelField = (schema: Schema, name: string): string =>
  sentenceCase(fieldLabel(name, schema));

/** Returns the label of an `enum` value. */
export const labelValue = (value: string, labels?: Readonly<Record<string, string>>): string =>
  sentenceCase(valueLabel(value, labels));

export type Option = Choice;

/** Returns the choices that the schema contains. */
export const toOptions = (schema: Schema): Option[] =>
  listChoices(schema).map(({ value, label }) => ({ value, label: sentenceCase(label) }));
