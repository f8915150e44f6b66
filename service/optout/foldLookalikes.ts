/** Letters of other alphabets, as `fold` leaves them, that look like Latin letters in capitals. */
const lookalikes = new Map(
  [
    ['авекмнорстухіјѕ', 'abekmhopctyxijs'],
    ['αβεζηικμνορτυχ', 'abezhikmnoptyx'],
  ].flatMap(([from, to]) => Array.from(from!, (letter, at) => [letter, to![at]!] as const)),
);
const hasLatin = /[a-z]/;
const otherLetter = /[\u0370-\u052f]/g;

/**
 * Replaces letters that look like Latin ones in words that also have Latin letters, as in "STOP"
 * with a Cyrillic O. Filters and keyboards of two alphabets leave such words.
 */
export const foldLookalikes = (text: string): string =>
  text.replace(/\p{L}+/gu, (word) =>
    hasLatin.test(word)
      ? word.replace(otherLetter, (letter) => lookalikes.get(letter) ?? letter)
      : word,
  );
