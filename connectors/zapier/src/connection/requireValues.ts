import { invalidField } from '@textloom/shared/client';
import { effectWithoutValue, isDecisive } from '@textloom/shared/connector/decisiveFields';
import { hasOnlyWords } from '@textloom/shared/connector/hasOnlyWords';
import { isBlank } from '@textloom/shared/connector/isBlank';
import type { Bundle, PlainInputField, ZObject } from 'zapier-platform-core';

type Values = Readonly<Record<string, unknown>>;

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
    if (loss !== undefined && isLost(values[key], mapped[key])) return lost(String(label), loss);
    if (key === 'send_at' && isMapped(mapped[key]) && isNow(values[key]))
      return `${label} is the current time, which Zapier passes for a mapped value that is not a time, such as TBD. Map a value that is a time in every run, or clear the field to send immediately.`;
    // The service rejects a line without a required value, and no text goes out for it.
    const isRejected = (line: unknown) =>
      children.some(({ required, key }) => required && isEmpty(getValue(line, key)));
    for (const { key: name, label } of children) {
      const templates = listTemplates(mapped, key, name);
      const loss = effect(name);
      if (loss === undefined || templates.length === 0) continue;
      const isMissing = (value: unknown) =>
        isEmpty(value) || templates.some((template) => hasOnlyWords(template, value));
      const at = toLines(values[key]).findIndex(
        (line) => !isRejected(line) && isMissing(getValue(line, name)),
      );
      if (at >= 0) return lost(`${label} of line ${at + 1}`, loss);
    }
  }
  return undefined;
}

const lost = (what: string, loss: string): string =>
  `${what} has no value in this run, although something is mapped to it; without it, ${loss}. Map a value that every run has, or clear the field.`;

const isMapped = (template: unknown): boolean =>
  typeof template === 'string' && template.includes('{{');

/** Zapier fills in the fields right before it runs the step. */
const runsWithinMs = 10_000;

const isNow = (value: unknown): boolean =>
  typeof value === 'string' && Math.abs(Date.now() - Date.parse(value)) <= runsWithinMs;

/** Returns what the author of the Zap typed or mapped in a field, also in a field of line items. */
export const listTemplates = (mapped: Values, lines: string, name: string): readonly unknown[] =>
  // Zapier has one entry for all lines, next to the fields that are not line items.
  [mapped, ...toLines(mapped[lines])]
    .map((line) => getValue(line, name))
    .filter((template) => !isEmpty(template));

const toLines = (field: unknown): readonly unknown[] => [field].flat();

const getValue = (line: unknown, key: string): unknown =>
  (line as Values | null | undefined)?.[key];

/** Throws if one of these fields has no value in this run, although the user filled it in. */
export function requireMapped(
  { inputData = {}, inputDataRaw = {} }: Partial<Bundle>,
  keys: readonly string[],
  effect: string,
): void {
  const lost = keys.find((key) => isLost(inputData[key], inputDataRaw[key]));
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
const isLost = (given: unknown, filledIn: unknown): boolean =>
  valuesIn(given) < valuesIn(filledIn) || hasOnlyWords(filledIn, given);

/** Counts the values of a field, because a field for several may have lost only some of them. */
const valuesIn = (field: unknown): number => {
  const values = typeof field === 'object' && field !== null ? Object.values(field) : [field];
  return values.filter((one) => !isEmpty(one)).length;
};

/** Returns true if a value says nothing, or a line item whose values say nothing. */
export const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? Object.values(value).every(isEmpty)
    : isBlank(value);
