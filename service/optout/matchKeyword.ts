import { compileKeywords, type ExtraKeywords } from './compileKeywords.ts';
import { concepts } from './concepts.ts';
import { findLikely, isLikely } from './findLikely.ts';
import { keywordTexts } from './keywordTexts.ts';
import { matchClause, readSurroundings } from './matchClause.ts';
import type { KeywordOutcome } from './patterns.ts';
import type { KeywordRule } from './rules.ts';
import { isPolite, isStopSign, spell, splitText, type Clause, type Word } from './splitText.ts';

export interface KeywordMatch extends KeywordOutcome {
  /** The rule that decided. See `explainRule`. */
  readonly rule: KeywordRule;
  /** The words that the rule matched, in lower case and without accents. */
  readonly words: string;
}

/** Finds what a received text asks for, in any words. Returns null if it asks for nothing. */
export function matchKeyword(text: string, extra?: ExtraKeywords): KeywordMatch | null {
  const excerpt = readEnds(text);
  const clauses = splitText(excerpt);
  // The words in the middle can say more than a keyword.
  if (excerpt !== text) return matchParts(clauses) ?? null;
  return (extra && matchOwn(clauses, extra)) ?? matchWhole(clauses) ?? matchParts(clauses) ?? null;
}

/** In characters. Most phones write no text that is longer than both ends together. */
const longestEnd = 2_000;

/**
 * Returns the beginning and the end of a long text, where people write what they want. Some rules
 * take much longer for a text of twice the length, and a carrier can deliver a megabyte.
 */
function readEnds(text: string): string {
  if (text.length <= 2 * longestEnd) return text;
  const [first, last] = [text.slice(0, longestEnd), text.slice(-longestEnd)];
  return `${first.replace(/\S+$/, '')}\n${last.replace(/^\S+/, '')}`;
}

function matchOwn(clauses: readonly Clause[], extra: ExtraKeywords): KeywordMatch | undefined {
  const own = compileKeywords(extra);
  if (own.size === 0) return undefined;
  const all = clauses.flatMap(({ words }) => words);
  for (const words of [all, all.filter((word) => !isPolite(word))]) {
    const keyword = own.get(spell(words));
    if (keyword) return { keyword, certainty: 'certain', rule: 'own_keyword', words: spell(words) };
  }
  return undefined;
}

/** Matches a text that is a keyword, once or several times, and nothing else of importance. */
function matchWhole(clauses: readonly Clause[]): KeywordMatch | undefined {
  const all = clauses.flatMap(({ words }) => words);
  if (all.length > maxKeywordWords || isDiscount(all)) return undefined;
  const core = all.filter((word) => !isPolite(word) && !isNothing(word));
  const unsigned = core.filter((word) => !isStopSign(word));
  for (const words of [all, core, unsigned]) {
    // Most texts end here.
    if (!words[0] || !canBegin(words[0])) continue;
    const once = words.filter((word, at) => toKey(word) !== toKey(words[at - 1]));
    if (once.length > longestKeyword) continue;
    const isLeave = once.length === 1 && (once[0]!.concepts & concepts.LEAVE) !== 0;
    const found = isLeave ? leave : keywordTexts.get(once.map(toKey).join(' '));
    if (words.length < core.length && found?.keyword !== 'stop') continue;
    // "Start now?" can be about anything, and a wrong START sends messages that nobody wants.
    if (found?.keyword === 'start' && clauses.some(({ isQuestion }) => isQuestion))
      return { ...found, certainty: 'doubtful', rule: 'question', words: spell(once) };
    if (found) return { ...found, rule: chooseRule(found, once), words: spell(once) };
  }
  return undefined;
}
/** Matches "20% off", in which "off" is not the keyword. */
const isDiscount = (words: readonly Word[]) =>
  words.some(({ text }, at) => text === 'off' && /^\d+$/.test(words[at - 1]?.text ?? ''));
/** Counts the words of texts such as "stop stop stop please please". */
const maxKeywordWords = 12;
/** Counts the words of the longest keyword. */
const longestKeyword = Math.max(
  ...Array.from(keywordTexts.keys(), (text) => text.split(' ').length),
);
const firstWords = new Set(Array.from(keywordTexts.keys(), (text) => text.split(' ')[0]));
const canBegin = (word: Word) =>
  firstWords.has(toKey(word)) || (word.concepts & concepts.LEAVE) !== 0;
const isNothing = ({ text }: Word) => text === 'and' || /^\d+$/.test(text);
const leave: KeywordOutcome = { keyword: 'stop', certainty: 'certain' };
const toKey = (word: Word | undefined) => (word?.text === '🛑' ? 'stop' : word?.text);

function chooseRule({ certainty }: KeywordOutcome, words: readonly Word[]): KeywordRule {
  if (words.some(({ isTypo }) => isTypo)) return 'typo';
  if (words.every(({ text }) => text === '🛑')) return 'emoji';
  return certainty === 'certain' ? 'keyword' : 'unsure_keyword';
}

const getRank = ({ keyword, certainty }: KeywordMatch) =>
  (certainty === 'certain' ? 0 : 3) + ['stop', 'start', 'help'].indexOf(keyword);

const isClear = ({ rule }: KeywordMatch) => rule !== 'question';
const isWithin = (one: string, other: string) => one.includes(other) || other.includes(one);

/** Returns the most certain match. STOP comes before START, and START before HELP. */
function choose(matches: readonly KeywordMatch[]): KeywordMatch | null {
  const best = matches.toSorted((a, b) => getRank(a) - getRank(b))[0];
  if (!best) return null;
  const isSecond = ({ keyword, rule, words }: KeywordMatch) =>
    keyword === best.keyword && rule !== best.rule && !isWithin(words, best.words);
  if (best.keyword === 'stop' && best.certainty === 'doubtful' && isClear(best))
    if (matches.some((one) => isClear(one) && isSecond(one)))
      return { ...best, certainty: 'certain', rule: 'two_signs' };
  const isContradicted =
    best.keyword === 'stop' &&
    matches.some(({ keyword, certainty }) => keyword === 'start' && certainty === 'certain');
  return isContradicted ? { ...best, certainty: 'doubtful', rule: 'contradiction' } : best;
}

/**
 * Matches phrases, and asks the estimate for a second opinion. A phrase whose text does not look
 * like a wish, as in a story about somebody else, is doubtful. So is a text without a phrase that
 * looks like a wish.
 */
function matchParts(clauses: readonly Clause[]): KeywordMatch | undefined {
  const surroundings = readSurroundings(clauses);
  const found = clauses.map((clause) => matchClause(clause, surroundings));
  const match = choose(found.flatMap(({ matches }) => matches));
  if (!match) return findLikely(clauses.filter((_, index) => !found[index]!.isHarmless));
  if (match.keyword !== 'stop' || match.certainty === 'doubtful' || isLikely(clauses)) return match;
  return { ...match, certainty: 'doubtful', rule: 'unlikely' };
}
