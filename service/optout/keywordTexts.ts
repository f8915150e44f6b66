import type { KeywordOutcome } from './patterns.ts';
import { vocabularies } from './words/vocabularies.ts';

/** The texts that are keywords as a whole. */
const texts = new Map<string, KeywordOutcome>();
for (const { keywords, unsure } of vocabularies)
  for (const [certainty, table] of [
    ['doubtful', unsure],
    ['certain', keywords],
  ] as const)
    for (const keyword of ['help', 'start', 'stop'] as const)
      for (const text of table[keyword].split(', ')) texts.set(text, { keyword, certainty });

export const keywordTexts: ReadonlyMap<string, KeywordOutcome> = texts;

/** Keywords that are a wish as one sentence of a longer text. */
export const strongKeywords: ReadonlySet<string> = new Set([
  'stop',
  'stopp',
  'stopall',
  'unsubscribe',
  'unsub',
  'optout',
  '🛑',
]);
