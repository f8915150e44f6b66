import { keywordTexts, strongKeywords } from './keywordTexts.ts';
import { findWord } from './lexicon.ts';

const numbered = /^(\p{L}+)(\d+)$/u;
/** "Stopped" and its like are other words, and "stopcontact" is Dutch for a socket. */
const glued = /^(stopall|stop|unsubscribe)(?!p[aeios]|contact$)(.{2,})$/;

/**
 * Splits a text of one word into a keyword and what follows it without a space, as in "STOP1" and
 * "STOPSMS". It then means the same as with the space.
 */
export function splitKeyword(text: string): readonly string[] {
  const word = findWord(text, true);
  if (word.concepts !== 0 || word.isTypo || keywordTexts.has(text)) return [text];
  const [, keyword = '', digits = ''] = numbered.exec(text) ?? [];
  if (keywordTexts.get(keyword)?.certainty === 'certain' || strongKeywords.has(keyword))
    return [keyword, digits];
  return glued.exec(text)?.slice(1) ?? [text];
}
