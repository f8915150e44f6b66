import { describe, expect, it } from '@jest/globals';
import { matchKeyword } from '../../../service/optout/matchKeyword.ts';
import {
  languageOfKeyword,
  languageOfYes,
  type Language,
} from '../../../service/replies/findLanguage.ts';
import { renderReply } from '../../../service/replies/renderReply.ts';
import { standardReplies } from '../../../service/replies/standardReplies.ts';
import { encode } from '../../../service/segments/encode.ts';

const languages = Object.keys(standardReplies) as Language[];
const kinds = ['stop', 'start', 'help', 'confirmation'] as const;
const cases = languages.flatMap((language) => kinds.map((kind) => [language, kind] as const));
const bare = { brand: null, support_contact: null, replies: [] };
const named = { ...bare, brand: 'A brand of 20 letter', support_contact: 'help@example.com' };

describe('a standard reply', () => {
  it.each(cases)('in %s to %s fits into one segment of GSM-7, with the brand', (language, kind) => {
    const text = renderReply(named, kind, language);
    expect(text).toMatch(/^A brand of 20 letter: /);
    expect(encode(text, 'gsm7', false)).toMatchObject({ segments: 1 });
    expect(text.length).toBeLessThanOrEqual(160);
    expect(renderReply(bare, kind, language)).not.toMatch(/[{}]|\bnull\b|undefined/);
  });

  it.each(languages)('in %s to HELP contains the support contact', (language) => {
    expect(renderReply(named, 'help', language)).toContain('help@example.com');
  });

  it.each(languages)(
    'in %s names keywords and a word for yes that the service knows',
    (language) => {
      const words = (kind: (typeof kinds)[number]) =>
        renderReply(bare, kind, language).match(/\b[A-Z]{2,}\b/g)!;
      expect(words('stop').map((word) => matchKeyword(word)?.keyword)).toEqual(['start']);
      expect(words('start').map((word) => matchKeyword(word)?.keyword)).toEqual(['help', 'stop']);
      const [yes, ...others] = words('confirmation');
      expect(languageOfYes(yes, language)).toBe(language);
      expect(others.map((word) => matchKeyword(word)?.keyword)).toEqual(['help', 'stop']);
    },
  );
});

describe('an own reply', () => {
  const replies = [{ language: 'en' as const, stop: 'Bye from {{ brand }}, {{support_contact}}' }];

  it('replaces the standard one of its language, and inserts the settings', () => {
    const text = 'Bye from A brand of 20 letter, help@example.com';
    expect(renderReply({ ...named, replies }, 'stop', 'en')).toBe(text);
    expect(renderReply({ ...named, replies }, 'start', 'en')).toContain('subscribed');
    expect(renderReply({ ...named, replies }, 'stop', 'fr')).toContain('recevrez');
  });

  it('inserts a setting with braces as it is', () => {
    const settings = { ...named, replies, brand: '{{support_contact}}' };
    expect(renderReply(settings, 'stop', 'en')).toBe(
      'Bye from {{support_contact}}, help@example.com',
    );
  });
});

describe('the language of a text', () => {
  it.each<[string, Language, Language | undefined]>([
    ['Yes!', 'en', 'en'],
    [' OUI ', 'en', 'fr'],
    ['Sí, por favor', 'en', 'es'],
    ['Sì', 'it', 'it'],
    ['si', 'en', 'es'],
    ['Ja', 'nl', 'nl'],
    ['ja', 'en', 'de'],
    ['Sim', 'en', 'pt'],
    ['ＹＥＳ', 'en', 'en'],
    ['yes but no', 'en', undefined],
    ['yesterday', 'en', undefined],
    [`yes${' '.repeat(80)}but no`, 'en', undefined],
    ['', 'en', undefined],
    ['👍', 'en', undefined],
  ])('that says yes as %j, to an account with %s, is %s', (text, preferred, language) => {
    expect(languageOfYes(text, preferred)).toBe(language);
  });

  it.each<[string, Language, Language]>([
    ['arret', 'en', 'fr'],
    ['baja', 'en', 'es'],
    ['stop', 'de', 'de'],
    ['afmelden', 'en', 'nl'],
    ['parar', 'pt', 'pt'],
    ['parar', 'en', 'es'],
    ['nonsense', 'it', 'it'],
  ])('with the keyword %s, to an account with %s, is %s', (words, preferred, language) => {
    expect(languageOfKeyword(words, preferred)).toBe(language);
  });
});
