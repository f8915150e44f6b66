import smartEncoding from 'sms-segments-calculator/dist/libs/SmartEncodingMap.js';
import type { Message } from '@textloom/shared/contract';
import { gsm7 as septets } from './gsm7.ts';

export interface Encoded {
  readonly encoding: Message['encoding'];
  readonly segments: number;
  /** The text to send, if it differs from the original. */
  readonly sentText: string | null;
}

/**
 * The number of units that fit into a text of one segment, and into each segment of a longer text.
 */
const gsm7 = { single: 160, part: 153 };
const ucs2 = { single: 70, part: 67 };

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Encodes a text in GSM-7 (160 characters, or 153 per segment) if possible, and otherwise in UCS-2
 * (70, or 67 per segment). Returns undefined if GSM-7 is required but cannot encode the text.
 */
export function encode(
  text: string,
  requested: 'auto' | Message['encoding'],
  smart: boolean,
): Encoded | undefined {
  const gsm7Text = smart ? simplify(text) : text;
  const gsm7Parts = requested === 'ucs2' ? undefined : splitGsm7(gsm7Text);
  if (gsm7Parts === undefined)
    return requested === 'gsm7'
      ? undefined
      : { encoding: 'ucs2', segments: splitUcs2(text).length, sentText: null };
  return {
    encoding: 'gsm7',
    segments: gsm7Parts.length,
    sentText: gsm7Text === text ? null : gsm7Text,
  };
}

/** Replaces characters with look-alikes in GSM-7. The result may still contain other characters. */
const simplify = (text: string): string =>
  Array.from(text.normalize('NFC'), (char) => lookAlikes.get(char) ?? char).join('');

/**
 * The table maps a no-break space to two spaces, and the accent of a letter to a character after
 * the letter.
 */
const lookAlikes: ReadonlyMap<string, string> = new Map(
  Object.entries(smartEncoding.default)
    .filter(([char]) => !/\p{M}/u.test(char))
    .map(([char, replacement]) => [char, replacement.replace(/^ +$/, ' ')]),
);

/** Splits a text into its segments. */
export const splitText = (text: string, encoding: Message['encoding']): readonly string[] =>
  (encoding === 'gsm7' ? splitGsm7(text) : undefined) ?? splitUcs2(text);

/**
 * Splits a text into GSM-7 segments without splitting an escape sequence. Returns undefined if
 * GSM-7 cannot encode it.
 */
function splitGsm7(text: string): string[] | undefined {
  let total = 0;
  let used = 0;
  let start = 0;
  let at = 0;
  const parts: string[] = [];
  for (const char of text) {
    const size = septets.get(char)?.length;
    if (size === undefined) return undefined;
    total += size;
    used += size;
    if (used > gsm7.part) {
      parts.push(text.slice(start, at));
      start = at;
      used = size;
    }
    at += char.length;
  }
  return total <= gsm7.single ? [text] : [...parts, text.slice(start)];
}

/**
 * Splits a text into UCS-2 segments without splitting a grapheme, such as an accented letter or an
 * emoji.
 */
function splitUcs2(text: string): string[] {
  if (text.length <= ucs2.single) return [text];
  const parts: string[] = [];
  for (let start = 0, end = 0; start < text.length; start = end) {
    end = start + ucs2.part;
    // Within a long text, each search would begin far before the segment.
    const next = graphemes.segment(text.slice(start, end + 2)).containing(ucs2.part);
    if (next && next.segment !== '\r\n') {
      if (next.index > 0) end = start + next.index;
      // A grapheme longer than a segment must be split, but only between its characters.
      else if (text.codePointAt(end - 1)! > 0xffff) end--;
    }
    parts.push(text.slice(start, end));
  }
  return parts;
}
