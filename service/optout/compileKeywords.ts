import type { Keyword } from '../lib/keyword.ts';
import { spell, splitText } from './splitText.ts';

/** The keywords that an account adds to the usual ones. */
export type ExtraKeywords = Readonly<Record<Keyword, readonly string[]>>;

/** Finds the keyword that words in lower case and without accents stand for. */
export type CompiledKeywords = ReadonlyMap<string, Keyword>;

const compiled = new WeakMap<ExtraKeywords, CompiledKeywords>();

/** Compiles the keywords of an account. The same object is compiled only once. */
export function compileKeywords(extra: ExtraKeywords): CompiledKeywords {
  const known = compiled.get(extra);
  if (known) return known;
  const result = new Map<string, Keyword>();
  for (const keyword of ['help', 'start', 'stop'] as const)
    for (const text of extra[keyword]) result.set(toKey(text), keyword);
  result.delete('');
  compiled.set(extra, result);
  return result;
}

/** Spells a text so that equal keywords are equal, whatever their case, accents and marks. */
const toKey = (text: string): string => spell(splitText(text).flatMap(({ words }) => words));
