import { visitFeatures, toFeature } from './features.ts';
import type { KeywordMatch } from './matchKeyword.ts';
import { spell, type Clause } from './splitText.ts';
import learned from './weights.generated.json' with { type: 'json' };

/** By the first name of a feature, and then by the second. */
const weights = new Map<string, Map<string, number>>();
for (const [name, weight] of Object.entries(learned.weights)) {
  const [first, second = ''] = name.split(' ') as [string, string?];
  const seconds = weights.get(first);
  if (seconds) seconds.set(second, weight);
  else weights.set(first, new Map([[second, weight]]));
}
/** How many words an explanation names. */
const namedWords = 4;

/** A text with higher odds gets a review. A smaller limit finds hardly any more wishes. */
const leastOdds = 1;

/** Whether the estimate agrees that a text with a phrase asks to stop. */
export const isLikely = (clauses: readonly Clause[]): boolean => estimateOdds(clauses) > 0;

/**
 * Returns the logarithm of the odds that a text asks to stop, as learned from labeled texts. It is
 * the sum of the weights.
 */
function estimateOdds(clauses: readonly Clause[]): number {
  let odds = learned.bias;
  visitFeatures(clauses, (first, second) => {
    odds += weights.get(first)?.get(second) ?? 0;
  });
  return odds;
}

/** Finds a wish that no pattern knows. The match is never certain. */
export function findLikely(clauses: readonly Clause[]): KeywordMatch | undefined {
  if (estimateOdds(clauses) <= leastOdds) return undefined;
  const words = spell(selectStrongest(clauses.flatMap((clause) => clause.words)));
  return { keyword: 'stop', certainty: 'doubtful', rule: 'likely', words };
}

/** Returns the words with the largest weights, in the order of the text. */
function selectStrongest(words: Clause['words']): Clause['words'] {
  const getWeight = ({ text }: Clause['words'][number]) =>
    weights.get(toFeature(text))?.get('') ?? 0;
  const strongest = new Set(
    words.toSorted((a, b) => getWeight(b) - getWeight(a)).slice(0, namedWords),
  );
  return words.filter((word) => strongest.has(word));
}
