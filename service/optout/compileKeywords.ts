import type { Keyword } from '../lib/keyword.ts';
import { spell, splitText } from './splitText.ts';

/** The keywords that an account adds to the usual ones. */
export type ExtraKeywords = Readonly<Record<Keyword, readonly string[]>>;

/** Finds the keyword that words in lower case and without accents stand for. */
export type CompiledKeywords = ReadonlyMap<string, Keyword>;

/** Compiles the keywords of an account. */
export function compileKeywords(extra: ExtraKeywords): CompiledKeywords {
  const result = new Map<string, Keyword>();
  for (const keyword of ['help', 'start', 'stop'] as const)
    for (const text of extra[keyword]) result.set(toKey(text), keyword);
  result.delete('');
  return result;
}

/** Spells a text so that equal keywords are equal, whatever their case, accents and marks. */
export const toKey = (text: string): string => spell(splitText(text).flatMap(({ words }) => words));
