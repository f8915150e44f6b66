import type { Account } from '@textloom/shared/contract';
import { refuse } from '../errors/serviceError.ts';
import type { Keyword } from '../lib/keyword.ts';
import { toKey } from '../optout/compileKeywords.ts';
import { matchKeyword } from '../optout/matchKeyword.ts';
import { languageOfYes } from '../replies/findLanguage.ts';

const kinds = ['stop', 'start', 'help'] as const;

/**
 * Refuses keywords that repeat another one, and keywords that everybody knows with another meaning.
 */
export function requireKeywords(keywords: Account['keywords']): void {
  const known = new Set<string>();
  for (const kind of kinds)
    keywords[kind].forEach((text, index) => {
      const pointer = `/keywords/${kind}/${index}`;
      const key = toKey(text);
      if (key === '') return refuse(pointer, 'invalid_format', 'must contain a letter or a digit');
      if (known.has(key)) refuse(pointer, 'duplicate', 'repeats another keyword');
      known.add(key);
      const standard = standardMeaning(text);
      if (standard && standard !== kind)
        refuse(pointer, 'taken', `has a standard meaning, ${standard.toUpperCase()}`);
    });
}

/** Returns what a text means without own keywords. A YES can confirm a subscription. */
function standardMeaning(text: string): Keyword | undefined {
  const match = matchKeyword(text);
  if (match?.certainty === 'certain') return match.keyword;
  return languageOfYes(text, 'en') && 'start';
}
