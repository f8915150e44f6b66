import type { Keyword } from '../../lib/keyword.ts';
import type { Concept } from '../concepts.ts';
import type { PatternGroup } from '../patterns.ts';

/** What the matcher knows about one language. All words are in lower case and without accents. */
export interface Vocabulary {
  /** Texts that consist of nothing else, apart from politeness, separated by commas. */
  readonly keywords: Readonly<Record<Keyword, string>>;
  /** The same, but the words have other uses, so that a person must decide. */
  readonly unsure: Readonly<Record<Keyword, string>>;
  /** Words, separated by spaces. */
  readonly words: Readonly<Partial<Record<Concept, string>>>;
  readonly groups: readonly PatternGroup[];
}
