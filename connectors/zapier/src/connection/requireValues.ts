import { effectWithoutValue, isDecisive } from '@textloom/shared/connector/decisiveFields';
import { hasOnlyWords } from '@textloom/shared/connector/hasOnlyWords';
import { listed } from '@textloom/shared/connector/listed';
import { headers, limits } from '@textloom/shared/contract';
import type { Bundle, PlainInputField, ZObject } from 'zapier-platform-core';
import {
  findEmptied,
  getValue,
  isEmpty,
  lacksPart,
  listTemplates,
  toLines,
  type Values,
} from './templates.ts';

/** Returns what would happen without the value of a field, or undefined if it may have none. */
export type Effect = (key: string, values: Values) => string | undefined;

/** Previews also have a sender, but send nothing. */
const effects = { ...effectWithoutValue, from: 'the default would apply' };

/** An action needs the values that decide how a text goes out. */
export const inAction: Effect = (key) => (isDecisive(key) ? effects[key] : undefined);

/** A search needs every value. With fewer of them, it could find the record of another person. */
export const inSearch: Effect = () => 'the search could find something else';

/** An action may also need values that decide what it changes. */
export const inActionWith =
  (own: Readonly<Record<string, string>>): Effect =>
  (key, values) =>
    own[key] ?? inAction(key, values);

/** What the user filled in, and what is left of it in this run. */
interface Run {
  readonly values: Values;
  readonly mapped: Values;
  readonly fields: readonly PlainInputField[];
  readonly effect: Effect;
}

/**
 * Stops a step if a required field is empty, or if a field that it needs has no value in this run,
 * because an earlier step returned none, or returned text where the field needs a time.
 */
export function requireValues(
  z: ZObject,
  { inputData = {}, inputDataRaw = {} }: Partial<Bundle>,
  fields: readonly PlainInputField[],
  effect: Effect,
): void {
  const words = explainFirst({ values: inputData, mapped: inputDataRaw, fields, effect });
  if (words !== undefined) throw new z.errors.Error(words, 'validation_failed', 400);
}

/** Returns what is wrong with the first field that is. */
function explainFirst(run: Run): string | undefined {
  const empty = run.fields.find(({ required, key }) => required && isEmpty(run.values[key]));
  if (empty) return `${empty.label} is required. Fill it in, or check what is mapped to it.`;
  for (const field of run.fields) {
    const words = explainField(run, field) ?? explainLines(run, field);
    if (words !== undefined) return words;
  }
  return undefined;
}

function explainField(
  { values, mapped, fields, effect }: Run,
  { key, label = key, required }: PlainInputField,
): string | undefined {
  const [value, template] = [values[key], mapped[key]];
  const loss = effect(key, values);
  if (loss !== undefined && isLost(key, value, template))
    return explainLoss(
      label,
      loss,
      listEntries(key, template, value).some((entry) => isPartial(...entry)),
    );
  const withoutTime = effectWithoutTime[key];
  if (withoutTime !== undefined && isMapped(template) && isNow(value))
    return `${label} is the current time, which Zapier passes for a mapped value that is not a time, such as TBD. Map a value that is a time in every run${required ? '' : `, or clear the field to ${withoutTime}`}.`;
  const emptied = key === 'text' && findEmptied(template, value);
  return emptied ? explainEmptied(label, emptied, fields) : undefined;
}

function explainLines(
  { values, mapped, fields, effect }: Run,
  { key, children = [] }: PlainInputField,
): string | undefined {
  const lines = toLines(values[key]);
  // The service rejects a line without a required value, and no text goes out for it.
  const isRejected = (line: unknown) =>
    children.some(({ required, key }) => required && isEmpty(getValue(line, key)));
  for (const { key: name, label = name } of children) {
    const loss = effect(name, values);
    // The lines may have different templates.
    const templates = listTemplates(mapped, key, name);
    for (const [at, line] of templates.length > 0 ? lines.entries() : []) {
      const value = getValue(line, name);
      const what = `${label} of line ${at + 1}`;
      const emptied = templates.map((one) => name === 'text' && findEmptied(one, value));
      if (emptied[0] && emptied.every(Boolean)) return explainEmptied(what, emptied[0], fields);
      if (loss === undefined || isRejected(line)) continue;
      if (isEmpty(value) || templates.some((one) => isIncomplete(name, one, value)))
        return explainLoss(
          what,
          loss,
          templates.some((one) => isPartial(name, one, value)),
        );
    }
  }
  return undefined;
}

const explainLoss = (what: string, loss: string, isPart: boolean): string =>
  isPart
    ? `${what} lacks one of its values in this run; without it, ${loss}. Map values that every run has. If none is empty, one begins or ends with the separator that you typed between them: type another one, such as |.`
    : `${what} has no value in this run, although something is mapped to it; without it, ${loss}. Map a value that every run has, or clear the field.`;

/** Returns true if a key has only some of its values, or values that look like it. */
const isPartial = (key: string, template: unknown, value: unknown): boolean =>
  isUnique(key) && lacksPart(template, value) && !hasOnlyWords(template, value);

function explainEmptied(what: string, field: string, fields: readonly PlainInputField[]): string {
  const isForOnePerson = fields.some(({ key }) => key === 'merge_fields');
  const remedy = isForOnePerson
    ? 'Map the value from an earlier step instead, such as Find Contact.'
    : `Map a text with ${field} from another app instead, such as a row of a sheet.`;
  return `${what} has lost ${field}: Zapier took it for a value of another step, and replaced it with nothing. ${remedy}`;
}

const isMapped = (template: unknown): boolean =>
  typeof template === 'string' && template.includes('{{');

/** The fields whose value cannot be the current time, and what they do if they are empty. */
const effectWithoutTime: Readonly<Record<string, string>> = {
  send_at: 'send immediately',
  created_before: 'include contacts of any age',
};

/** Clocks differ, and requests take time. */
const marginMs = 10_000;

/**
 * Zapier fills in the fields before it runs the step, and the step may wait. The service sends
 * immediately if the time passed within its grace period, and refuses an earlier time.
 */
const isNow = (value: unknown): boolean => {
  const ahead = typeof value === 'string' ? Date.parse(value) - Date.now() : Number.NaN;
  return ahead <= marginMs && ahead >= -(limits.sendPastSeconds * 1000 + marginMs);
};

/**
 * Returns true if a field has fewer values in this run than the user filled in, or only the words
 * around them.
 */
const isLost = (key: string, given: unknown, filledIn: unknown): boolean =>
  valuesIn(given) < valuesIn(filledIn) ||
  hasFewerEntries(given, filledIn) ||
  listEntries(key, filledIn, given).some((entry) => isIncomplete(...entry));

type Entry = readonly [key: string, template: unknown, value: unknown];

/** Lists the entries of a field for names with values, such as Headers, or the field as its only one. */
const listEntries = (key: string, template: unknown, value: unknown): readonly Entry[] =>
  typeof template === 'object' && template !== null && !Array.isArray(template)
    ? Object.entries(template).map(([name, one]) => [name, one, getValue(value, name)])
    : [[key, template, value]];

/** A key with a part of its values is not unique. Any other value is better than none. */
const isIncomplete = (key: string, template: unknown, value: unknown): boolean =>
  isUnique(key) ? lacksPart(template, value) : hasOnlyWords(template, value);

/** Returns true for the field and the header whose value must differ for each record. */
const isUnique = (key: string): boolean =>
  key === 'deduplication_key' || key.trim().toLowerCase() === headers.idempotencyKey.toLowerCase();

/** Counts the values of a field, because a field for several may have lost only some of them. */
const valuesIn = (field: unknown): number => {
  const values = typeof field === 'object' && field !== null ? Object.values(field) : [field];
  return values.filter((one) => !isEmpty(one)).length;
};

/** Zapier joins the values of line items with commas, so two empty ones are a comma. */
const hasFewerEntries = (given: unknown, filledIn: unknown): boolean =>
  Array.isArray(filledIn)
    ? entriesIn(given) < entriesIn(filledIn)
    : isMapped(filledIn) && entriesIn(given) === 0;

const entriesIn = (rows: unknown): number =>
  [rows]
    .flat(Infinity)
    .flatMap((row) => (typeof row === 'string' ? listed(row.replace(/\{\{[^{}]*\}\}/g, 'x')) : row))
    .filter((entry) => !isEmpty(entry)).length;
