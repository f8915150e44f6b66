import { describe, expect, it } from '@jest/globals';
import { SegmentedMessage } from 'sms-segments-calculator';
import { encode } from '../../../service/segments/encode.ts';

/**
 * Returns the result of the public calculator for the text. The calculator also simplifies texts
 * that do not get shorter, and takes accents and no-break spaces apart.
 */
function expected(text: string, smart = false) {
  const written = smart ? text.normalize('NFC').replaceAll('\u00a0', ' ') : text;
  const { encodingName, segmentsCount, graphemes } = new SegmentedMessage(written, 'auto', smart);
  if (smart && encodingName !== 'GSM-7') return expected(text);
  const sent = graphemes.join('');
  return {
    encoding: encodingName === 'GSM-7' ? 'gsm7' : 'ucs2',
    segments: segmentsCount,
    sentText: sent === text ? null : sent,
  };
}

/** Returns the same numbers in [0, 1) on every run (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const gsm7 = ['a', 'Z', '7', ' ', '@', 'é', 'Ω', '\n', '\r\n'];
const extension = ['^', '{', '}', '\\', '[', '~', ']', '|', '€', '\f'];
const typographic = ['“', '”', '’', '…', '–', '½', '\u00a0'];
const wide = ['ш', 'ש', 'ç', '好', 'e\u0301', '👋', '👍🏽', '👩‍👩‍👧', '🇩🇪', '❤️'];

function randomText(random: () => number): string {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  const alphabet = pick([
    gsm7,
    [...gsm7, ...extension],
    extension,
    [...gsm7, ...typographic],
    [...gsm7, ...extension, ...typographic, ...wide],
    wide,
  ]);
  // Most texts are short, and most faults are near the ends of the first segments.
  const length = 1 + Math.floor(random() * pick([80, 170, 320, 1600]));
  let text = '';
  while (text.length < length) text += pick(alphabet);
  return text;
}

describe('the encoding of a text', () => {
  it.each([
    ['no text', ''],
    ['160 characters', 'a'.repeat(160)],
    ['161 characters', 'a'.repeat(161)],
    ['306 characters', 'a'.repeat(306)],
    ['307 characters', 'a'.repeat(307)],
    ['80 characters of the extension', '€'.repeat(80)],
    ['81 characters of the extension', '€'.repeat(81)],
    ['an escape at the end of a segment', `${'a'.repeat(152)}€${'a'.repeat(152)}`],
    ['70 wide characters', 'ш'.repeat(70)],
    ['71 wide characters', 'ш'.repeat(71)],
    ['134 wide characters', 'ш'.repeat(134)],
    ['135 wide characters', 'ш'.repeat(135)],
    ['35 emoji', '👋'.repeat(35)],
    ['36 emoji', '👋'.repeat(36)],
    ['an emoji at the end of a segment', `${'ш'.repeat(66)}👋${'ш'.repeat(66)}`],
    ['an accent at the end of a segment', `${'ш'.repeat(66)}e\u0301${'ш'.repeat(66)}`],
    ['a line break at the end of a segment', `${'ш'.repeat(66)}\r\n${'ш'.repeat(66)}`],
    ['every character of the extension among wide ones', `ш${extension.join('')}`.repeat(12)],
  ])('matches the public calculator for %s', (_, text) => {
    expect(encode(text, 'auto', false)).toEqual(expected(text));
  });

  it('is GSM-7 for the same characters as in the public calculator', () => {
    const codes = Array.from({ length: 0x2200 }, (_, code) => code);
    const of = (encoding: (text: string) => string | undefined) =>
      codes.filter((code) => encoding(String.fromCharCode(code)) === 'gsm7');
    expect(of((text) => encode(text, 'auto', false)?.encoding)).toEqual(
      of((text) => expected(text).encoding),
    );
  });

  it.each([false, true])(
    'matches the public calculator for 400 random texts (smart encoding: %s)',
    (smart) => {
      const random = createRandom(smart ? 1 : 2);
      for (let round = 0; round < 400; round++) {
        const text = randomText(random);
        expect({ text, ...encode(text, 'auto', smart) }).toEqual({
          text,
          ...expected(text, smart),
        });
      }
    },
  );

  it('is UCS-2 on request, without replacements', () => {
    const text = `“Hi”${'a'.repeat(67)}`;
    expect(encode(text, 'ucs2', true)).toEqual({ encoding: 'ucs2', segments: 2, sentText: null });
  });

  it('is undefined if GSM-7 is requested and cannot represent the text', () => {
    expect(encode('“Hi”', 'gsm7', false)).toBeUndefined();
    expect(encode('“Hi”', 'gsm7', true)).toMatchObject({ encoding: 'gsm7', sentText: '"Hi"' });
  });

  it.each([
    ['composes accents', 'Cafe\u0301 “Ole\u0301”', 'Café "Olé"'],
    ['writes one space for each special space', 'Prix\u00a0: 5\u202f€\t“net”', 'Prix : 5 € "net"'],
    ['leaves a text whose accents GSM-7 lacks', 'pre\u0302te, Sa\u0303o “ok”', null],
    ['leaves an accent that no letter contains', 'x\u0302 “ok”', null],
    ['leaves a Persian text and its joiners', 'می\u200cخواهم…', null],
    ['leaves a Chinese text and its punctuation', '你好，世界。', null],
    ['leaves typographic quotes next to an emoji', '“Hi” 👋', null],
  ])('with replacements %s', (_, text, sentText) => {
    expect(encode(text, 'auto', true)).toMatchObject({
      encoding: sentText === null ? 'ucs2' : 'gsm7',
      sentText,
    });
  });

  it('splits a grapheme that is longer than a segment, but no surrogate pair', () => {
    // 200 units would fill three segments, but each segment would end within an emoji.
    const endless = `👋${'\u200d👋'.repeat(66)}`;
    expect(encode(endless, 'auto', false)).toMatchObject({ encoding: 'ucs2', segments: 4 });
  });

  it.each(['👩\u200d', '🇩🇪', '\u0316\u0301'])(
    'takes twice as long for a received text of twice the length: %j',
    (part) => {
      const measure = (length: number) => {
        const text = part.repeat(length / part.length);
        const tries = Array.from({ length: 3 }, () => {
          const before = process.threadCpuUsage().user;
          encode(text, 'auto', false);
          return process.threadCpuUsage().user - before;
        });
        return Math.min(...tries);
      };
      measure(10_000);
      // An encoder that is quadratic takes 100 times as long.
      expect(measure(200_000)).toBeLessThan(40 * measure(20_000) + 100_000);
    },
  );
});
