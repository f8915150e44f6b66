import { invalidField } from '@textloom/shared/client';
import { effectWithoutValue, isDecisive } from '@textloom/shared/connector/decisiveFields';
import { hasOnlyWords } from '@textloom/shared/connector/hasOnlyWords';
import { limits } from '@textloom/shared/contract';
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
type Effect = (key: string) => string | undefined;

/** Previews also have a sender, but send nothing. */
const effects = { ...effectWithoutValue, from: 'the default would apply' };

/** An action needs the values that decide how a text goes out. */
export const inAction: Effect = (key) => (isDecisive(key) ? effects[key] : undefined);

/** A search needs every value. With fewer of them, it could find the record of another person. */
export const inSearch: Effect = () => 'the search could find something else';

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
  const words = whatIsMissing(inputData, inputDataRaw, fields, effect);
  if (words !== undefined) throw new z.errors.Error(words, 'validation_failed', 400);
}

function whatIsMissing(
  values: Values,
  mapped: Values,
  fields: readonly PlainInputField[],
  effect: Effect,
): string | undefined {
  const empty = fields.find(({ required, key }) => required && isEmpty(values[key]));
  if (empty) return `${empty.label} is required. Fill it in, or check what is mapped to it.`;
  for (const { key, label, children = [] } of fields) {
    const loss = effect(key);
    if (loss !== undefined && isLost(key, values[key], mapped[key]))
      return lost(String(label), loss);
    if (key === 'send_at' && isMapped(mapped[key]) && isNow(values[key]))
      return `${label} is the current time, which Zapier passes for a mapped value that is not a time, such as TBD. Map a value that is a time in every run, or clear the field to send immediately.`;
    const emptied = key === 'text' && findEmptied(mapped[key], values[key]);
    if (emptied) return explainEmptied(String(label), emptied, fields);
    // The service rejects a line without a required value, and no text goes out for it.
    const isRejected = (line: unknown) =>
      children.some(({ required, key }) => required && isEmpty(getValue(line, key)));
    for (const { key: name, label } of children) {
      const templates = listTemplates(mapped, key, name);
      const lines = toLines(values[key]);
      for (const [at, line] of name === 'text' ? lines.entries() : []) {
        // The lines may have different templates.
        const found = templates.map((template) => findEmptied(template, getValue(line, name)));
        if (found[0] && found.every(Boolean))
          return explainEmptied(`${label} of line ${at + 1}`, found[0], fields);
      }
      const loss = effect(name);
      if (loss === undefined || templates.length === 0) continue;
      const isMissing = (value: unknown) =>
        isEmpty(value) || templates.some((template) => isIncomplete(name, template, value));
      const at = lines.findIndex((line) => !isRejected(line) && isMissing(getValue(line, name)));
      if (at >= 0) return lost(`${label} of line ${at + 1}`, loss);
    }
  }
  return undefined;
}

const lost = (what: string, loss: string): string =>
  `${what} has no value in this run, although something is mapped to it; without it, ${loss}. Map a value that every run has, or clear the field.`;

function explainEmptied(what: string, field: string, fields: readonly PlainInputField[]): string {
  const isForOnePerson = fields.some(({ key }) => key === 'merge_fields');
  const remedy = isForOnePerson
    ? 'Map the value from an earlier step instead, such as Find Contact.'
    : `Map a text with ${field} from another app instead, such as a row of a sheet.`;
  return `${what} has lost ${field}: Zapier took it for a value of another step, and replaced it with nothing. ${remedy}`;
}

const isMapped = (template: unknown): boolean =>
  typeof template === 'string' && template.includes('{{');

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

/** Throws if one of these fields has no value in this run, although the user filled it in. */
export function requireMapped(
  { inputData = {}, inputDataRaw = {} }: Partial<Bundle>,
  keys: readonly string[],
  effect: string,
): void {
  const lost = keys.find((key) => isLost(key, inputData[key], inputDataRaw[key]));
  if (lost !== undefined)
    throw invalidField(
      lost,
      `has no value in this run, although something is mapped to it; without it, ${effect}`,
    );
}

/**
 * Returns true if a field has fewer values in this run than the user filled in, or only the words
 * around them.
 */
const isLost = (key: string, given: unknown, filledIn: unknown): boolean =>
  valuesIn(given) < valuesIn(filledIn) || isIncomplete(key, filledIn, given);

/** A key with a part of its values is not unique. Any other value is better than none. */
const isIncomplete = (key: string, template: unknown, value: unknown): boolean =>
  key === 'deduplication_key' ? lacksPart(template, value) : hasOnlyWords(template, value);

/** Counts the values of a field, because a field for several may have lost only some of them. */
const valuesIn = (field: unknown): number => {
  const values = typeof field === 'object' && field !== null ? Object.values(field) : [field];
  return values.filter((one) => !isEmpty(one)).length;
};
