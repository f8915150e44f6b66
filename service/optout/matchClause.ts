import { concepts } from './concepts.ts';
import { keywordTexts, strongKeywords } from './keywordTexts.ts';
import type { KeywordMatch } from './matchKeyword.ts';
import { compilePatterns, isEnd, type Found } from './patterns.ts';
import { phrases } from './phrases.ts';
import { isPolite, isStopSign, spell, type Clause, type Word } from './splitText.ts';
import { vocabularies } from './words/vocabularies.ts';

const findPhrases = compilePatterns([...vocabularies.flatMap(({ groups }) => groups), ...phrases]);

export interface ClauseMatches {
  readonly matches: readonly KeywordMatch[];
  /** Whether a pattern says that the clause is not a wish, such as "don't stop". */
  readonly isHarmless: boolean;
}

/** What the clauses of a text say together. */
export interface Surroundings {
  readonly isAlone: boolean;
  /** Whether a clause says that a STOP only interrupts, as in "Stop! I meant Wednesday". */
  readonly isCorrected: boolean;
}

export const readSurroundings = (all: readonly Clause[]): Surroundings => ({
  isAlone: all.length === 1,
  isCorrected: all.some(({ words }) => correction.test(spell(words))),
});

/** Finds every match in a clause. */
export function matchClause(clause: Clause, { isAlone, isCorrected }: Surroundings): ClauseMatches {
  const found = findPhrases(clause);
  const matches = found.flatMap((one) => toMatch(clause, one));
  const isHarmless = found.some(({ group }) => group.outcome === 'keep');
  const other = isHarmless
    ? undefined
    : (matchSentence(clause, isCorrected) ?? matchFirst(clause, isAlone) ?? matchLast(clause));
  return { matches: other ? [...matches, other] : matches, isHarmless };
}

function toMatch({ words, isQuestion }: Clause, { group, from, to }: Found): KeywordMatch[] {
  if (group.outcome === 'keep' || group.rule === 'harmless') return [];
  const match = { ...group.outcome, rule: group.rule, words: spell(words.slice(from, to)) };
  if (match.certainty === 'doubtful') return [match];
  const before = words.slice(0, from);
  if (words[to] && words[to].concepts & concepts.THIRD && !(words[to].concepts & concepts.AND))
    return [{ ...match, certainty: 'doubtful', rule: 'other_person' }];
  const after = spell(words.slice(to, to + 4));
  if (limits.some((limit) => limit.test(after))) return [{ ...match, certainty: 'doubtful' }];
  const has = (concept: number) => before.some((word) => (word.concepts & concept) !== 0);
  if (has(concepts.THIRD | concepts.IF) && !has(concepts.YOU))
    return [{ ...match, certainty: 'doubtful', rule: 'other_person' }];
  const isAsked = isQuestion && has(concepts.MAY) && !has(concepts.YOU);
  // As in "no texts today?" and "since Monday I get no texts".
  const isMissed =
    (words[from]!.concepts & concepts.NO) !== 0 &&
    (isQuestion || (has(concepts.GET) && !has(concepts.WANT)));
  const isToldToYou = words.slice(0, to).some(isYou);
  const isHow = before[0] && (before[0].concepts & concepts.WH) !== 0 && !isToldToYou;
  if (isAsked || isMissed || isHow) return [{ ...match, certainty: 'doubtful', rule: 'question' }];
  return [match];
}

const times =
  'after|before|until|despues|antes|hasta|apres|avant|nach|vor|bis|dopo|prima|depois|na|voor|tot';
/** As in "no texts after 10", "off the list of guests" and "I want to miss no texts". */
const limits = [
  new RegExp(`^(?:${times}) (?:[a-z]+ ){0,2}[0-9]`),
  /^(?:de |d |of )?(?:espera|attente|attesa|invitados|convidados|invites|guests)\b/,
  /^(?:miss|verpassen|perder|manquer|perdere|missen|nachdenken|uberlegen)\b/,
];

const correction =
  /^(?:i meant|ich meinte|ik bedoel|ik bedoelde|je voulais dire|quise decir|quis dizer|intendevo|volevo dire) /;

/** Matches a clause that is a strong keyword and nothing else of importance. */
function matchSentence({ words }: Clause, isCorrected: boolean): KeywordMatch | undefined {
  const all = words.filter((word) => !isPolite(word));
  const unsigned = all.filter((word) => !isStopSign(word));
  const core = unsigned.length > 0 ? unsigned : all;
  const once = core.filter(({ text }, at) => text !== core[at - 1]?.text);
  const text = spell(once);
  if (core.length === all.length && (text === 'start' || text === 'unstop'))
    return { keyword: 'start', certainty: 'doubtful', rule: 'sentence', words: text };
  const isWeak =
    once.length === 1 &&
    (once[0]!.concepts & (concepts.DROP | concepts.HALT | concepts.LEAVE)) !== 0;
  const certainty = strongKeywords.has(text)
    ? isCorrected
      ? 'doubtful'
      : 'certain'
    : isWeak && keywordTexts.has(text)
      ? 'doubtful'
      : undefined;
  return certainty && { keyword: 'stop', certainty, rule: 'sentence', words: text };
}

/** Matches a strong keyword as the first word, unless another word makes it harmless. */
function matchFirst({ words }: Clause, isAlone: boolean): KeywordMatch | undefined {
  const at = words.findIndex((word) => !isPolite(word));
  const [first, next] = [words[at], words[at + 1]];
  if (!first || !next || !(first.concepts & (concepts.STOP | concepts.LEAVE))) return undefined;
  const match = { keyword: 'stop', rule: 'first_word', words: spell([first, next]) } as const;
  if (first.concepts & concepts.LEAVE) {
    const isOther = words.some(({ concepts: mask }) => mask & concepts.THIRD);
    return strongKeywords.has(first.text) && !isOther
      ? { ...match, certainty: 'certain' }
      : undefined;
  }
  // As in "stop by".
  if (next.concepts & concepts.HARMLESS) return undefined;
  if (next.concepts & (concepts.AND | concepts.NOT) && !next.text.endsWith('ing'))
    return { ...match, certainty: 'certain' };
  if (next.text === 'it' && !isAlone) return { ...match, certainty: 'doubtful' };
  if (isEnd(words, at + 1)) return { ...match, certainty: 'certain' };
  return next.text.endsWith('ing') ? undefined : { ...match, certainty: 'doubtful' };
}

/** Matches STOP as the last word. The patterns already leave out bus stops and their like. */
function matchLast({ words, isQuestion }: Clause): KeywordMatch | undefined {
  const last = words.findLast((word) => !isPolite(word));
  if (!last || !(last.concepts & concepts.STOP) || isQuestion) return undefined;
  const before = words[words.indexOf(last) - 1]?.text;
  if (before === 'to' && !words.some(isYou)) return undefined;
  const isOther = words.some(({ concepts: mask }) => mask & (concepts.THIRD | concepts.CANT));
  if (isOther || (words[0]!.concepts & concepts.WH && !words.some(isYou))) return undefined;
  return { keyword: 'stop', certainty: 'doubtful', rule: 'last_word', words: last.text };
}

const isYou = ({ concepts: mask }: Word) => (mask & concepts.YOU) !== 0;
