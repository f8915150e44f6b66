import writeGood from 'write-good';
import type { Text } from './texts.ts';

/**
 * Which checks run. The others find few faults among many sentences that are right:
 *
 * - `so` and `thereIs`: "So" starts a conclusion, and "There is" says what exists.
 * - `passive`: many sentences must not say who acts, such as "the message is canceled".
 * - `weasel`: "only", "many" and "several" are facts about limits.
 * - `adverb`: "only" and "immediately" are facts, too.
 * - `eprime`: it finds each form of "to be".
 */
const checks = {
  illusion: true,
  tooWordy: true,
  cliches: true,
  so: false,
  thereIs: false,
  passive: false,
  weasel: false,
  adverb: false,
  eprime: false,
} as const;

interface Accepted {
  readonly words: RegExp;
  readonly why: string;
}

/** Words that are right here, although they are wordy in other texts. */
export const accepted: readonly Accepted[] = [
  { words: /^it (?:is|was)\b/i, why: 'the pronoun stands for a noun, such as a message' },
  { words: /^a number of (?:a|an|the|this|your)\b/i, why: 'it is a phone number' },
  { words: /^all of (?:them|these)\b/i, why: 'a pronoun needs the "of"' },
  { words: /^however (?:long|many|often)\b/i, why: 'it means "no matter how"' },
  { words: /^purchase\b/i, why: 'the API has purchases of numbers' },
  { words: /^requirement\b/i, why: 'the reviews of n8n and Zapier list requirements' },
  { words: /^type of\b/i, why: 'a carrier and an event have a type' },
  { words: /^monitor\b/i, why: 'operators monitor a service' },
  { words: /^maximum\b/i, why: 'it is the highest of several values' },
  { words: /^multiple of\b/i, why: 'it is the term of arithmetic' },
  { words: /^Multiple Headers Auth\b/, why: 'it is a label in n8n' },
];

/** Returns repeated words, wordy phrases and clichés, unless they are right here. */
export const wordinessIn = (text: string): string[] =>
  writeGood(text, checks)
    // Different code can look the same, because the texts contain no code.
    .filter(({ index, offset }) => !text.slice(index, index + offset).includes('`'))
    .filter(({ index }) => !accepted.some(({ words }) => words.test(text.slice(index))))
    .map(({ reason }) => reason);

export const wordinessOf = (file: string, texts: readonly Text[]): string[] =>
  texts.flatMap(({ line, text }) => wordinessIn(text).map((found) => `${file}:${line}  ${found}`));
