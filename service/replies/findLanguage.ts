import type { Account } from '@textloom/shared/contract';
import { dutch } from '../optout/words/dutch.ts';
import { french } from '../optout/words/french.ts';
import { german } from '../optout/words/german.ts';
import { italian } from '../optout/words/italian.ts';
import { portuguese } from '../optout/words/portuguese.ts';
import { spanish } from '../optout/words/spanish.ts';
import type { Vocabulary } from '../optout/words/vocabulary.ts';

export type Language = Account['language'];

/** The words for yes, in lower case and without accents, that answer a confirmation request. */
const yes: readonly (readonly [Language, readonly string[]])[] = [
  ['en', ['yes', 'y', 'yep', 'yeah', 'yes please', 'yes i confirm', 'i confirm']],
  ['es', ['si', 'si por favor', 'si gracias', 'si confirmo', 'confirmo']],
  ['fr', ['oui', 'oui merci', 'oui svp', 'oui je confirme', 'je confirme']],
  ['de', ['ja', 'ja bitte', 'ja gerne', 'ja ich bestatige', 'ich bestatige']],
  ['it', ['si', 'si grazie', 'si confermo', 'confermo']],
  ['pt', ['sim', 'sim por favor', 'sim confirmo', 'confirmo']],
  ['nl', ['ja', 'ja graag', 'ja ik bevestig', 'ik bevestig']],
];

/** English keywords show no language, because everybody knows STOP. */
const vocabularies: readonly (readonly [Language, Vocabulary])[] = [
  ['es', spanish],
  ['fr', french],
  ['de', german],
  ['it', italian],
  ['pt', portuguese],
  ['nl', dutch],
];

const add = (languages: Map<string, Language[]>, words: string, language: Language) =>
  languages.set(words, [...(languages.get(words) ?? []), language]);

const ofYes = new Map<string, Language[]>();
for (const [language, words] of yes) for (const one of words) add(ofYes, one, language);

const ofKeyword = new Map<string, Language[]>();
for (const [language, { keywords }] of vocabularies)
  for (const list of Object.values(keywords))
    for (const one of list.split(', ')) add(ofKeyword, one, language);

/**
 * Returns the language of a text that means yes and nothing else, or undefined if it means
 * something else. If several languages have the word, prefers the language of the account.
 */
export const languageOfYes = (text: string, preferred: Language): Language | undefined =>
  text.length > maxYesLength ? undefined : choose(ofYes.get(simplify(text)), preferred);

/** No text that means only yes is longer. */
const maxYesLength = 60;

/** Returns the language of a keyword that the matcher found, or the language of the account. */
export const languageOfKeyword = (words: string, preferred: Language): Language =>
  choose(ofKeyword.get(words), preferred) ?? preferred;

const choose = (
  languages: readonly Language[] | undefined,
  preferred: Language,
): Language | undefined => (languages?.includes(preferred) ? preferred : languages?.[0]);

const simplify = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\u200b-\u200f\u2060\ufeff]/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
