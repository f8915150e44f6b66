import { concepts } from './concepts.ts';
import { foldLookalikes } from './foldLookalikes.ts';
import { strongKeywords } from './keywordTexts.ts';
import { findWord, stopSigns } from './lexicon.ts';
import { splitKeyword } from './splitKeyword.ts';
import { pairs } from './words/pairs.ts';

/** A word in lower case without accents, and what it can mean. */
export interface Word {
  readonly text: string;
  readonly concepts: number;
  /** Whether a typing error was corrected. */
  readonly isTypo: boolean;
}

/** The words between two punctuation marks. */
export interface Clause {
  readonly words: readonly Word[];
  readonly isQuestion: boolean;
}

/** People make fewer errors in longer texts, and correcting them takes time. */
const longestToCorrect = 320;

const ascii = /^[\x20-\x7e\n]*$/;
const invisible = /[\p{M}\p{Cf}\u115f\u1160\u3164]/gu;

/** Removes what makes equal words look different. */
const fold = (text: string): string =>
  ascii.test(text)
    ? text.toLowerCase()
    : foldLookalikes(
        text
          .replace(/[🛑⛔🚫🖕]/gu, ' $& ')
          .replace(/[‘’´`]/g, "'")
          .normalize('NFKD')
          .replace(invisible, '')
          .toLowerCase()
          .replaceAll('ß', 'ss'),
      );

const quotedLine = /^\s*>/;
const introduction =
  /(?:wrote|schrieb|escribio|escreveu|a ecrit|ha scritto|schreef)\s*:\s*$|^-+ ?original/;
/** A phone sends a reaction to a text as a text that quotes it. */
const reaction =
  /^(?:liked|loved|disliked|laughed at|emphasized|questioned|removed an? \w+ from|reacted \S+ to) ["“„«]/;

/** Removes the signature and the text that it replies to. */
function removeQuoted(text: string): string {
  if (reaction.test(text)) return '';
  if (!text.includes('\n')) return text;
  const lines = text.split('\n');
  const end = lines.findIndex((line) => introduction.test(line) || line.trim() === '--');
  const own = (end > 0 ? lines.slice(0, end) : lines).filter((line) => !quotedLine.test(line));
  return own.length > 0 ? own.join('\n') : text;
}

const contraction = /(?<=[a-z]{2}|i|y)'(?=(?:t|s|m|d|re|ve|ll)\b)/g;
const token = /[\p{L}\p{N}$@]+|[🛑⛔🚫🖕]|[.,!?;:\n()[\]…¿¡–—|]| -/gu;
const asciiToken = /[a-z0-9$@]+|[.,!?;:\n()[\]|]| -/g;
const notWord = /^[.,!?;:\n()[\]…¿¡–—| -]/;

export const isPolite = ({ concepts: mask }: Word) => (mask & concepts.POLITE) !== 0;
export const isStopSign = ({ text }: Word) => stopSigns.includes(text);
export const spell = (words: readonly Word[]) => words.map(({ text }) => text).join(' ');

/** Splits a text into clauses of words, without its signature and the text that it quotes. */
export function splitText(text: string): readonly Clause[] {
  const folded = removeQuoted(fold(text)).replace(contraction, '').replaceAll('# ', ' number ');
  const clauses: Clause[] = [];
  const mayCorrect = folded.length <= longestToCorrect;
  let tokens: string[] = [];
  const endClause = (isQuestion: boolean) => {
    if (tokens.length > 0 && !isSignature(tokens))
      clauses.push({
        words: (isOneWord ? splitKeyword(tokens[0]!) : joinPairs(joinLetters(tokens))).map((one) =>
          findWord(one, mayCorrect),
        ),
        isQuestion,
      });
    tokens = [];
  };
  const all = folded.match(ascii.test(folded) ? asciiToken : token) ?? [];
  const isOneWord = mayCorrect && all.filter((one) => !notWord.test(one)).length === 1;
  for (const one of all)
    if (notWord.test(one)) {
      // "S.T.O.P" is one word.
      if (!(one === '.' && tokens.at(-1)?.length === 1)) endClause(one === '?');
    } else {
      tokens.push(one);
    }
  endClause(false);
  return isEmphasis(clauses)
    ? [{ words: clauses.flatMap(({ words }) => words), isQuestion: false }]
    : clauses;
}

/** Whether each word is a sentence, as in "Leave. Me. Alone." A strong keyword stays one. */
const isEmphasis = (clauses: readonly Clause[]): boolean =>
  clauses.length > 2 &&
  clauses.every(({ words }) => words.length === 1 && !strongKeywords.has(words[0]!.text));

const device =
  /^(?:iphone|ipad|android|galaxy|outlook|blackberry|samsung|huawei|xiaomi|pixel|mobile|handy|mobil)$/;
const sentFrom = /^(?:sent|get|gesendet|von|envoye|enviado|inviato|verzonden|verstuurd)$/;
const isSignature = (tokens: readonly string[]) =>
  tokens.length <= 8 && sentFrom.test(tokens[0]!) && tokens.some((one) => device.test(one));

const firstOfPairs = new Set(Array.from(pairs.keys(), (pair) => pair.split(' ')[0]));

function joinPairs(tokens: readonly string[]): readonly string[] {
  if (!tokens.some((one) => firstOfPairs.has(one))) return tokens;
  const joined: string[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const pair = pairs.get(`${tokens[at]} ${tokens[at + 1]}`);
    if (pair !== undefined) at++;
    joined.push(pair ?? tokens[at]!);
  }
  return joined;
}

/** Joins letters that stand alone, as in "S T O P". */
function joinLetters(tokens: readonly string[]): readonly string[] {
  if (!tokens.some((one, at) => one.length === 1 && tokens[at + 1]?.length === 1)) return tokens;
  const joined: string[] = [];
  let letters = '';
  const end = () => {
    if (letters.length >= 4) joined.push(letters);
    else joined.push(...Array.from(letters));
    letters = '';
  };
  for (const one of tokens) {
    if (one.length === 1) {
      letters += one;
    } else {
      end();
      joined.push(one);
    }
  }
  end();
  return joined;
}
