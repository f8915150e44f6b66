import { concepts } from './concepts.ts';
import type { Clause } from './splitText.ts';

/** Concepts that say nothing about a wish. */
const empty = concepts.FILL | concepts.POLITE | concepts.AND;
const conceptNames = new Map(Object.entries(concepts).map(([name, bit]) => [bit, name]));
const edge = '·';

/** A feature is one name, with an empty string as the second, or a pair of names. */
type Visit = (first: string, second: string) => void;

/**
 * Calls a function with what the estimate knows of a text: each word, each pair of neighboring
 * words, and each pair of concepts in a clause. The concepts let a text in one language count for
 * all languages.
 */
export function visitFeatures(clauses: readonly Clause[], visit: Visit): void {
  for (const { words } of clauses) {
    let before = edge;
    let mask = 0;
    for (const word of words) {
      const text = toFeature(word.text);
      visit(text, '');
      visit(before, text);
      before = text;
      mask |= word.concepts;
    }
    visit(before, edge);
    for (let rest = mask & ~empty; rest !== 0; rest &= rest - 1) {
      const name = conceptNames.get(rest & -rest)!;
      visit(name, '');
      for (let others = rest & (rest - 1); others !== 0; others &= others - 1)
        visit(name, conceptNames.get(others & -others)!);
    }
  }
}

/** Returns the feature of a word. All numbers are equal. */
export const toFeature = (text: string): string => (/^\d/.test(text) ? '#' : text);
