import { describe, expect, it } from '@jest/globals';
import { matchKeyword } from '../../../service/optout/matchKeyword.ts';
import { readCorpus, readPhrases, type Phrase } from './corpus.ts';

const corpus = readCorpus();

/** Returns the share of the texts that meet the condition. */
const computeShare = (phrases: readonly Phrase[], holds: (phrase: Phrase) => boolean) =>
  phrases.filter(holds).length / phrases.length;

const isFound = ({ label, text }: Phrase) => matchKeyword(text)?.keyword === label;
const isCertain = ({ text }: Phrase) => matchKeyword(text)?.certainty === 'certain';
const isCertainStop = (phrase: Phrase) =>
  isCertain(phrase) && matchKeyword(phrase.text)?.keyword === 'stop';
const isDoubtful = ({ text }: Phrase) => matchKeyword(text)?.certainty === 'doubtful';

describe.each(['develop', 'judge'] as const)('in the texts of the half to %s by', (half) => {
  const labeled = (label: Phrase['label']) =>
    corpus.filter((phrase) => phrase.half === half && phrase.label === label);

  it('at least 98% of the wishes to stop are found, and at least 75% are certain', () => {
    expect(computeShare(labeled('stop'), isFound)).toBeGreaterThanOrEqual(0.98);
    expect(
      computeShare(labeled('stop'), (one) => isFound(one) && isCertain(one)),
    ).toBeGreaterThanOrEqual(0.75);
  });

  it.each(['start', 'help'] as const)('at least 95%% of the wishes to %s are found', (label) =>
    expect(computeShare(labeled(label), isFound)).toBeGreaterThanOrEqual(0.95),
  );

  it('at most 0.5% of the harmless texts are certain, and at most 15% are doubtful', () => {
    expect(computeShare(labeled('harmless'), isCertain)).toBeLessThanOrEqual(0.005);
    expect(computeShare(labeled('harmless'), isDoubtful)).toBeLessThanOrEqual(0.15);
  });

  it('no wish counts as the opposite one', () => {
    const opposite = { stop: 'start', start: 'stop' } as const;
    for (const label of ['stop', 'start'] as const)
      expect(
        labeled(label).filter(({ text }) => matchKeyword(text)?.keyword === opposite[label]),
      ).toEqual([]);
  });
});

// Most harmless texts of the corpus contain words such as "stop". Most texts of real people do not.
it('at most 3% of the ordinary texts of the half to judge by are doubtful, and none is certain', () => {
  const ordinary = readPhrases('judge', 'ordinary.tsv');
  expect(ordinary.length).toBeGreaterThan(200);
  expect(computeShare(ordinary, isDoubtful)).toBeLessThanOrEqual(0.03);
  expect(ordinary.filter(isCertain)).toEqual([]);
});

// Their authors knew neither the rules nor the other texts, and labeled only wishes to stop.
it.each(['advocate.tsv', 'regulator.tsv', 'retailer.tsv'])(
  'at least 97%% of the wishes to stop in the texts of another author are found: %s',
  (file) => {
    const phrases = readPhrases('judge', file);
    const wishes = phrases.filter(({ label }) => label === 'stop');
    expect(wishes.length).toBeGreaterThan(200);
    expect(computeShare(wishes, isFound)).toBeGreaterThanOrEqual(0.97);
    const harmless = phrases.filter(({ label }) => label === 'harmless');
    expect(harmless.filter(isCertainStop).length).toBeLessThanOrEqual(1);
    expect(computeShare(harmless, isDoubtful)).toBeLessThanOrEqual(0.1);
  },
);

describe('the corpus', () => {
  const all = (label: Phrase['label']) => corpus.filter((phrase) => phrase.label === label);

  it('has over seven thousand different texts, and no text with two labels', () => {
    expect(corpus.length).toBeGreaterThan(7_000);
    expect(new Set(corpus.map(({ text }) => text)).size).toBe(corpus.length);
  });

  it('is half wishes to stop, and over a third harmless texts', () => {
    expect(all('stop').length / corpus.length).toBeGreaterThan(0.5);
    expect(all('harmless').length / corpus.length).toBeGreaterThan(0.33);
  });

  it('has each of the seven languages in each half', () => {
    for (const language of ['en', 'es', 'fr', 'de', 'it', 'pt', 'nl'])
      for (const half of ['develop', 'judge'])
        expect(
          corpus.filter((one) => one.language === language && one.half === half).length,
        ).toBeGreaterThan(60);
  });
});
