import { featuresOf, wordOf } from './features.ts';
import type { KeywordMatch } from './matchKeyword.ts';
import { spell, type Clause } from './splitText.ts';
import learned from './weights.generated.json' with { type: 'json' };

const weights = new Map(Object.entries(learned.weights));
/** How many words an explanation names. */
const namedWords = 4;

/**
 * Estimates whether a text asks to stop, as learned from labeled texts. The sum of the weights is
 * the logarithm of the odds.
 */
export function isLikely(clauses: readonly Clause[]): boolean {
  let odds = learned.bias;
  for (const feature of featuresOf(clauses)) odds += weights.get(feature) ?? 0;
  return odds > 0;
}

/** Finds a wish that no pattern knows. The match is never certain. */
export function findLikely(clauses: readonly Clause[]): KeywordMatch | undefined {
  if (!isLikely(clauses)) return undefined;
  const words = spell(strongestOf(clauses.flatMap((clause) => clause.words)));
  return { keyword: 'stop', certainty: 'doubtful', rule: 'likely', words };
}

/** Returns the words with the largest weights, in the order of the text. */
function strongestOf(words: Clause['words']): Clause['words'] {
  const weightOf = ({ text }: Clause['words'][number]) => weights.get(wordOf(text)) ?? 0;
  const strongest = new Set(
    words.toSorted((a, b) => weightOf(b) - weightOf(a)).slice(0, namedWords),
  );
  return words.filter((word) => strongest.has(word));
}
