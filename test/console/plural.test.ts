import { expect, it } from '@jest/globals';
import { plural } from '../../console/src/plural.ts';

it.each([
  [0, '0 replies'],
  [1, '1 reply'],
  [2, '2 replies'],
  [1200, '1,200 replies'],
])('counts %d', (count, text) => {
  expect(plural(count, 'reply', 'replies')).toBe(text);
});

it('adds an s if the noun has no other plural', () => {
  expect(plural(1, 'segment')).toBe('1 segment');
  expect(plural(2, 'segment')).toBe('2 segments');
});
