import { concepts } from './concepts.ts';
import type { Clause } from './splitText.ts';

/** Concepts that say nothing about a wish. */
const empty = concepts.FILL | concepts.POLITE | concepts.AND;
const meanings = Object.entries(concepts).filter(([, bit]) => (bit & empty) === 0);
const edge = '·';

/**
 * Returns what the estimate knows of a text: its words, the pairs of neighboring words, and the
 * pairs of concepts in a clause. The concepts let a text in one language count for all languages.
 */
export function featuresOf(clauses: readonly Clause[]): ReadonlySet<string> {
  const features = new Set<string>();
  for (const { words } of clauses) {
    let before = edge;
    let mask = 0;
    for (const word of words) {
      const text = wordOf(word.text);
      features.add(text).add(`${before} ${text}`);
      before = text;
      mask |= word.concepts;
    }
    features.add(`${before} ${edge}`);
    const present = meanings.filter(([, bit]) => (mask & bit) !== 0);
    for (const [index, [name]] of present.entries()) {
      features.add(name);
      for (const [other] of present.slice(index + 1)) features.add(`${name} ${other}`);
    }
  }
  return features;
}

/** Returns the feature of a word. All numbers are equal. */
export const wordOf = (text: string): string => text.replace(/\d+/g, '#');
