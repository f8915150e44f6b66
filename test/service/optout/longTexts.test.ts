import { describe, expect, it } from '@jest/globals';
import { matchKeyword } from '../../../service/optout/matchKeyword.ts';

/** Texts whose repetition made a rule look at all earlier words again for each word. */
const hostile = [
  'stop\n',
  'STOP! ',
  'unsubscribe\n',
  'please no more messages and ',
  'no more texts ',
  'no texts ',
  'no ',
  's t o p ',
  'I meant\n',
  '🛑',
  'a\u0316\u0301',
  '\u0316\u0301',
  ' ',
  '\n',
];
const repeat = (part: string, length: number) =>
  part.repeat(Math.ceil(length / part.length)).slice(0, length);

/** Returns the milliseconds of processor time, the least of several tries. */
const measure = (text: string) =>
  Math.min(
    ...Array.from({ length: 3 }, () => {
      const before = process.threadCpuUsage();
      matchKeyword(text);
      const { user, system } = process.threadCpuUsage(before);
      return (user + system) / 1_000;
    }),
  );

const words = (count: number) => 'The weather was nice on Sunday. '.repeat(count);

describe('a text that is much longer than an SMS', () => {
  it.each(hostile)('takes hardly longer than a short one: %j', (part) => {
    expect(measure(repeat(part, 65_000))).toBeLessThan(20 * measure(repeat(part, 4_000)) + 50);
  });

  it.each(['stop\n', 'STOP! ', 'unsubscribe\n', 'no more texts. '])(
    'that repeats a wish stops the messages: %j',
    (part) =>
      expect(matchKeyword(repeat(part, 65_000))).toMatchObject({
        keyword: 'stop',
        certainty: 'certain',
      }),
  );

  it.each([
    ['at its beginning', `STOP\n${words(300)}`],
    ['at its end', `${words(300)}\nSTOP`],
    ['in the middle of an SMS of 11 segments', `${words(25)}\nSTOP\n${words(25)}`],
  ])('stops the messages with a STOP %s', (_, text) => {
    expect(matchKeyword(text)).toMatchObject({ keyword: 'stop' });
  });

  it('counts in parts and not as a whole', () => {
    const spaces = ' '.repeat(2_000);
    expect(matchKeyword(`START${spaces}${words(300)}${spaces}START`)).toMatchObject({
      certainty: 'doubtful',
    });
    const own = { stop: [], start: ['go ahead'], help: [] };
    expect(matchKeyword(`go${spaces}${words(300)}${spaces}ahead`, own)).toBeNull();
  });
});
