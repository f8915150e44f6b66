import { describe, expect, it } from '@jest/globals';
import { matchKeyword } from '../../../service/optout/matchKeyword.ts';
import { readCorpus } from './corpus.ts';

const corpus = readCorpus();

/** Changes of a text that nobody would take for another meaning. */
const changes: Record<string, (text: string) => string> = {
  'in upper case': (text) => text.toUpperCase(),
  'in lower case': (text) => text.toLowerCase(),
  'with spaces around it': (text) => `  ${text} \t`,
  'with two spaces instead of one': (text) => text.replaceAll(' ', '  '),
  'with exclamation marks after it': (text) => (/[\p{L}\p{N}]$/u.test(text) ? `${text}!!!` : text),
  'with a heart after it': (text) => `${text} ❤️`,
  'with a zero-width space after each letter': (text) => text.replace(/\p{L}/gu, '$&\u200b'),
  'with a word joiner after each letter': (text) => text.replace(/\p{L}/gu, '$&\u2060'),
  'without accents': (text) => text.normalize('NFD').replace(/\p{M}/gu, ''),
  'with composed accents': (text) => text.normalize('NFC'),
  'with decomposed accents': (text) => text.normalize('NFD'),
  'with typographic apostrophes': (text) => text.replaceAll("'", '’'),
  'in full-width letters': (text) =>
    text.replace(/[a-z]/gi, (char) => String.fromCharCode(char.charCodeAt(0) + 0xfee0)),
};

const decide = (text: string) => {
  const match = matchKeyword(text);
  return match && `${match.keyword} ${match.certainty} ${match.rule}`;
};

describe('the decision about a text stays the same', () => {
  const decisions = new Map(corpus.map(({ text }) => [text, decide(text)]));
  it.each(Object.keys(changes))('%s', (name) => {
    const different = corpus.filter(({ text }) => {
      const changed = changes[name]!(text);
      return changed !== text && decide(changed) !== decisions.get(text);
    });
    expect(different.map(({ text }) => text)).toEqual([]);
  });

  it('when it is made again', () => {
    const decideAll = () => corpus.map(({ text }) => matchKeyword(text));
    expect(decideAll()).toEqual(decideAll());
  });
});
