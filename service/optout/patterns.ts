import type { Keyword } from '../lib/keyword.ts';
import { concepts, isConcept } from './concepts.ts';
import type { KeywordRule } from './rules.ts';
import type { Clause, Word } from './splitText.ts';

export interface KeywordOutcome {
  readonly keyword: Keyword;
  /** A doubtful outcome needs the decision of a person. */
  readonly certainty: 'certain' | 'doubtful';
}

/**
 * Patterns with the same outcome. A pattern is a list of elements. An element names concepts in
 * upper case and words in lower case, with `|` between alternatives. `?` makes it optional. `^`
 * and `$` stand for the beginning and the end of a thought. Filling words are skipped.
 */
export interface PatternGroup {
  /** Words that match "keep" take part in no other pattern, as in "don't stop". */
  readonly outcome: KeywordOutcome | 'keep';
  readonly rule: KeywordRule | 'harmless';
  /** Whether the group comes before the other groups. */
  readonly isFirst?: boolean;
  readonly patterns: readonly string[];
}

interface Element {
  readonly mask: number;
  readonly words: ReadonlySet<string>;
  /** Whether any word matches that is not a filling word, written as `_`. */
  readonly isAny: boolean;
  readonly isOptional: boolean;
}

interface Pattern {
  readonly group: PatternGroup;
  readonly elements: readonly Element[];
  /** Concepts of which the clause must contain one, or 0. Most patterns end with this check. */
  readonly needs: number;
  readonly isAtStart: boolean;
  readonly isAtEnd: boolean;
  readonly rank: number;
}

export interface Found {
  readonly group: PatternGroup;
  readonly from: number;
  readonly to: number;
}

const skippable = concepts.FILL | concepts.POLITE;
/** Bounds the work per word, so that the time is linear in the length of the text. */
const maxSkipped = 5;

function toElement(source: string): Element {
  const alternatives = source.replace(/\?$/, '').split('|');
  // Nobody would notice an alternative that never matches.
  const wrong = alternatives.find((one) => !isConcept(one) && !/^(?:_|[^\s$^_?A-Z]+)$/.test(one));
  if (wrong !== undefined) throw new Error(`"${wrong}" cannot be part of "${source}"`);
  return {
    mask: alternatives.reduce((mask, one) => (isConcept(one) ? mask | concepts[one] : mask), 0),
    words: new Set(alternatives.filter((one) => !isConcept(one))),
    isAny: source === '_',
    isOptional: source.endsWith('?'),
  };
}

function toPattern(source: string, group: PatternGroup, rank: number): Pattern {
  const elements = source
    .split(' ')
    .filter((one) => one !== '^' && one !== '$')
    .map(toElement);
  const needed = elements.slice(1).find((one) => !one.isOptional && one.words.size === 0);
  return {
    group,
    elements,
    needs: needed?.mask ?? 0,
    isAtStart: source.startsWith('^ '),
    isAtEnd: source.endsWith(' $'),
    rank,
  };
}

const matches = ({ mask, words, isAny }: Element, word: Word) =>
  (isAny && (word.concepts & skippable) === 0) ||
  (word.concepts & mask) !== 0 ||
  words.has(word.text);

export type Patterns = (clause: Clause) => Found[];

/** Compiles patterns into a function that finds them in a clause, from left to right. */
export function compilePatterns(groups: readonly PatternGroup[]): Patterns {
  const order = (group: PatternGroup) =>
    group.isFirst
      ? 0
      : group.outcome === 'keep'
        ? 1
        : group.outcome.certainty === 'certain'
          ? 2
          : 3;
  const all = groups
    .toSorted((a, b) => order(a) - order(b))
    .flatMap((group) => group.patterns.map((source) => ({ source, group })))
    .map(({ source, group }, rank) => toPattern(source, group, rank));
  const byBit = Array.from({ length: 31 }, (_, bit) =>
    all.filter(({ elements: [first] }) => first!.mask & (1 << bit)),
  );
  const byWord = new Map<string, Pattern[]>();
  const none: readonly Pattern[] = [];
  for (const pattern of all)
    for (const word of pattern.elements[0]!.words)
      byWord.set(word, [...(byWord.get(word) ?? []), pattern]);

  // Only words of the vocabulary have concepts, so this does not grow without limit.
  const known = new Map<string, readonly Pattern[]>();
  const candidatesFor = ({ text, concepts: mask }: Word): readonly Pattern[] => {
    if (mask === 0) return byWord.get(text) ?? none;
    const before = known.get(text);
    if (before) return before;
    const found = byBit.filter((_, bit) => mask & (1 << bit)).flat();
    const candidates = [...new Set([...found, ...(byWord.get(text) ?? [])])].sort(
      (a, b) => a.rank - b.rank,
    );
    known.set(text, candidates);
    return candidates;
  };

  const firstAt = (words: readonly Word[], at: number, present: number): Found | undefined => {
    for (const pattern of candidatesFor(words[at]!)) {
      if (pattern.needs !== 0 && (pattern.needs & present) === 0) continue;
      const to = findEnd(pattern, words, at);
      if (to !== undefined) return { group: pattern.group, from: at, to };
    }
    return undefined;
  };

  return ({ words }) => {
    const found: Found[] = [];
    const present = words.reduce((mask, word) => mask | word.concepts, 0);
    for (let at = 0; at < words.length; at++) {
      const one = firstAt(words, at, present);
      if (!one) continue;
      found.push(one);
      if (one.group.outcome === 'keep' || one.group.outcome.certainty === 'certain')
        at = one.to - 1;
    }
    return found;
  };
}

/** Returns the index after the last word of the pattern, or undefined if it does not match. */
function findEnd(pattern: Pattern, words: readonly Word[], from: number): number | undefined {
  if (pattern.isAtStart && !isStart(words, from)) return undefined;
  let at = from;
  for (const element of pattern.elements) {
    const to = skipTo(element, words, at);
    if (to !== undefined) at = to + 1;
    else if (!element.isOptional) return undefined;
  }
  return pattern.isAtEnd && !isEnd(words, at) ? undefined : at;
}

/** Returns the index of the word that matches, after no more than some filling words. */
function skipTo(element: Element, words: readonly Word[], from: number): number | undefined {
  for (let at = from; at < words.length && at <= from + maxSkipped; at++) {
    if (matches(element, words[at]!)) return at;
    if ((words[at]!.concepts & skippable) === 0) return undefined;
  }
  return undefined;
}

const isStart = (words: readonly Word[], at: number) =>
  at <= maxSkipped && words.slice(0, at).every((word) => (word.concepts & skippable) !== 0);

/** Whether the thought ends here: the clause ends, or a word begins another thought. */
export function isEnd(words: readonly Word[], from: number): boolean {
  for (let at = from; at < words.length && at <= from + maxSkipped; at++) {
    const { concepts: mask } = words[at]!;
    if (mask & concepts.AND) return true;
    if ((mask & (skippable | concepts.MORE)) === 0) return false;
  }
  return true;
}
