import { hasOnlyWords } from '@textloom/shared/connector/hasOnlyWords';
import { isBlank } from '@textloom/shared/connector/isBlank';
import { readFieldName } from '@textloom/shared/connector/planMergeFields';
import { mergeFieldPattern } from '@textloom/shared/contract';

export type Values = Readonly<Record<string, unknown>>;

/** Matches what Zapier replaces by values of other steps, such as `{{42__text}}`. */
const mappedPattern = /\{\{(?:\d+__|=|zap_meta_)[^{}]*\}\}/g;

/** Returns what the author of the Zap typed, without the values of other steps. */
export const readTyped = (template: string): string => template.replace(mappedPattern, '');

/** Returns what the author of the Zap typed or mapped in a field, also in a field of line items. */
export const listTemplates = (mapped: Values, lines: string, name: string): readonly unknown[] =>
  // Zapier has one entry for all lines, next to the fields that are not line items.
  [mapped, ...toLines(mapped[lines])]
    .map((line) => getValue(line, name))
    .filter((template) => !isEmpty(template));

export const toLines = (field: unknown): readonly unknown[] => [field].flat();

export const getValue = (line: unknown, key: string): unknown =>
  (line as Values | null | undefined)?.[key];

/** Returns true if a value says nothing, or a line item whose values say nothing. */
export const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? Object.values(value).every(isEmpty)
    : isBlank(value);

/**
 * Returns a merge field that the author typed and that the text lacks. Zapier writes its own values in
 * braces too, and replaces those that it does not know with nothing.
 */
export function findEmptied(template: unknown, text: unknown): string | undefined {
  if (typeof template !== 'string' || typeof text !== 'string') return undefined;
  const left = (text.match(mergeFieldPattern) ?? []).map(readFieldName);
  return readTyped(template)
    .match(mergeFieldPattern)
    ?.find((field) => !left.includes(readFieldName(field)) && !mayBeMapped(field));
}

/** The names of Zapier's values contain this, also in forms that `mappedPattern` does not know. */
const mayBeMapped = (field: string): boolean => field.includes('__');

/**
 * Returns true if a key lacks one of its mapped values, such as `2026-11-28-` of `{{day}}-{{id}}`.
 * Records without this value would share the key.
 */
export function lacksPart(template: unknown, value: unknown): boolean {
  if (typeof template !== 'string' || typeof value !== 'string') return false;
  if (hasOnlyWords(template, value)) return true;
  const words = template.split(/\{\{.*?\}\}/s);
  const separators = words.slice(1, -1).filter((word) => word.trim() !== '');
  // Without a visible separator, any part may be the empty one.
  if (separators.length === 0 || separators.length < words.length - 2) return false;
  const text = value.trim();
  // If a part is empty, the words around it stand next to each other.
  const gaps = words.slice(1).map((word, at) => words[at]! + word);
  // The slashes of a URL belong to its part.
  const withoutSchemes = text.replaceAll('://', '');
  return (
    text.startsWith(gaps.at(0)!.trim()) ||
    text.endsWith(gaps.at(-1)!.trim()) ||
    gaps.slice(1, -1).some((gap) => withoutSchemes.includes(gap))
  );
}
