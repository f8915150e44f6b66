import { describe, expect, it } from '@jest/globals';
import { likePattern, phoneDigits } from '../../../service/search/searchWords.ts';

describe('a search for a number', () => {
  it.each([
    ['+1 202-555-0123', '12025550123'],
    ['555', '555'],
    ['0042', '0042'],
    ['0171 5550123', '1715550123'],
    ['0049 171 5550123', '491715550123'],
    // People paste these from web pages, spreadsheets and other programs.
    ['\u202a+1 (202) 555\u20110123\u202c', '12025550123'],
    ['+1 202 555 – 0123', '12025550123'],
    ['tel:+1-202-555-0123', '12025550123'],
    ['＋１２０２５５５０１２３', '12025550123'],
    ['202-555-0123 ext. 5', '2025550123'],
    ['+44 (0)20 7946 0123', '442079460123'],
    ['+44 （0） 20 7946 0123', '442079460123'],
  ])('finds %j by the digits %s', (words, digits) => {
    expect(phoneDigits(words)).toBe(digits);
  });

  it.each(['pizza', '5 x3', '12 #5', 'room 7', '(0)', '-', ''])('is not one for %j', (words) => {
    expect(phoneDigits(words)).toBeUndefined();
  });
});

describe('a search for a text', () => {
  it.each([
    [' Ada Lovelace\n', '%Ada Lovelace%'],
    ['100% \\o_', '%100\\% \\\\o\\_%'],
    // Otherwise, a space would find everything.
    [' ', '% %'],
  ])('finds %j with the pattern %j', (words, pattern) => {
    expect(likePattern(words)).toBe(pattern);
  });
});
