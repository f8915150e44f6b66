import { concepts, type Concept } from './concepts.ts';
import type { Word } from './splitText.ts';
import { vocabularies } from './words/vocabularies.ts';

/** A verb that includes its object is still a verb. */
const toBits = (concept: Concept) =>
  concept === 'SENDME' ? concepts.SENDME | concepts.SEND : concepts[concept];

const known = new Map<string, Word>();
for (const { words } of vocabularies)
  for (const [concept, list] of Object.entries(words) as [Concept, string][])
    for (const text of list.split(/\s+/))
      known.set(text, {
        text,
        concepts: (known.get(text)?.concepts ?? 0) | toBits(concept),
        isTypo: false,
      });
for (const { keywords, unsure } of vocabularies)
  for (const text of [keywords, unsure].flatMap((table) => Object.values(table)))
    for (const word of text.split(/[, ]+/))
      if (!known.has(word)) known.set(word, { text: word, concepts: 0, isTypo: false });
const stop = known.get('stop')!;
/** A sign next to a keyword says the same again. */
export const stopSigns: readonly string[] = ['🛑', '🚫', '⛔'];
for (const text of stopSigns) known.set(text, { ...stop, text });

/** Errors in words that are too short to correct by rule. */
const shortTypos: Readonly<Record<string, string>> = {
  stop: 'sotp stpo tsop stp sttop stoip stopo syop dtop sopt stopt stopl stiop soptp stap stip',
  start: 'strat satrt strart stsrt statr sart',
  cancel: 'cancle cancell cansel',
  quit: 'qiut',
  help: 'hlep hepl hwlp jelp',
  remove: 'rmove remve romove remov',
  texting: 'txtng texing texitng textign',
};
const typos = new Map(
  Object.entries(shortTypos).flatMap(([word, list]) => list.split(' ').map((one) => [one, word])),
);

/** Words that are long enough to be recognized with an error. */
const correctable = concepts.LEAVE | concepts.SENDME;
const alsoCorrectable = new Set([
  'texting',
  'messaging',
  'messages',
  'contacting',
  'harassing',
  'bothering',
  'mensajes',
]);
/** They differ from these words in one letter, but are not errors. */
for (const text of 'testing tasting resting massages massage massaging contracting extinct'.split(
  ' ',
))
  known.set(text, { text, concepts: 0, isTypo: false });
const shortestToCorrect = 7;
const withoutOne = (word: string) =>
  Array.from(word, (_, at) => word.slice(0, at) + word.slice(at + 1));
const nearby = new Map<string, string>();
for (const { text, concepts: mask } of known.values())
  if (text.length >= shortestToCorrect && (mask & correctable || alsoCorrectable.has(text)))
    for (const variant of [text, ...withoutOne(text)])
      if (!nearby.has(variant)) nearby.set(variant, text);

/** Digits and signs that people write for letters. */
const lookalikes: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  $: 's',
  '@': 'a',
};
const hasLookalike = /[013457$@]/;
const hasLetter = /\p{L}/u;

const corrected = (text: string): Word => ({ ...known.get(text)!, isTypo: true });

/** People use the same words again and again, and to correct a word takes time. */
const recent = new Map<string, Word>();
const maxRecent = 10_000;

/** Looks up a word. Corrects repeated letters, digits for letters and typing errors. */
export function findWord(text: string, mayCorrect: boolean): Word {
  const exact = known.get(text);
  if (exact || !mayCorrect) return exact ?? toWord(text, false);
  const before = recent.get(text);
  if (before) return before;
  if (recent.size >= maxRecent) recent.clear();
  const word = toWord(text, true);
  recent.set(text, word);
  return word;
}

function toWord(text: string, mayCorrect: boolean): Word {
  if (hasLookalike.test(text)) {
    if (!hasLetter.test(text)) return { text, concepts: 0, isTypo: false };
    const letters = text.replace(/[013457$@]/g, (char) => lookalikes[char]!);
    if (known.has(letters)) return corrected(letters);
  }
  const short = typos.get(text);
  if (short) return corrected(short);
  return (mayCorrect && correct(text)) || { text, concepts: 0, isTypo: false };
}

function findNearby(text: string): string | undefined {
  for (let at = 0; at < text.length; at++) {
    const found = nearby.get(text.slice(0, at) + text.slice(at + 1));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Counts the letters to add, remove or replace to turn one word into another. */
function countErrors(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (const [index, letter] of Array.from(from).entries()) {
    const next = [index + 1];
    for (let at = 1; at <= to.length; at++)
      next.push(
        Math.min(row[at]! + 1, next[at - 1]! + 1, row[at - 1]! + Number(to[at - 1] !== letter)),
      );
    row = next;
  }
  return row.at(-1)!;
}

function correct(text: string): Word | undefined {
  const once = text.replace(/(.)\1+/gu, '$1');
  if (once !== text) {
    if (known.has(once) && /(.)\1\1/u.test(text)) return corrected(once);
    if (once === 'stop' && text !== 'stoop') return corrected(once);
  }
  if (text.length < shortestToCorrect - 1 || text.length > 24) return undefined;
  const found = nearby.get(text) ?? findNearby(text);
  if (found !== undefined) return corrected(found);
  return text.startsWith('uns') && countErrors(text, 'unsubscribe') <= 3
    ? corrected('unsubscribe')
    : undefined;
}
