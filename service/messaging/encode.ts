import smartEncoding from 'sms-segments-calculator/dist/libs/SmartEncodingMap.js';
import type { Message } from '@textloom/shared/contract';

export interface Encoded {
  readonly encoding: Message['encoding'];
  readonly segments: number;
  /** What is sent where it differs from the text. */
  readonly sentText: string | null;
}

/** How much fits into a text of one part, and into each part of a longer one. */
const gsm7 = { alone: 160, part: 153 };
const ucs2 = { alone: 70, part: 67 };

const basic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
  '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
/** Each travels behind an escape. */
const extension = '^{}\\[~]|€\f';
const septets = new Map([
  ...Array.from(basic, (char) => [char, 1] as const),
  ...Array.from(extension, (char) => [char, 2] as const),
]);

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * How a text travels: in GSM-7 (160 characters, or 153 a part) where it can be spelled so, else in
 * UCS-2 (70, or 67 a part). Undefined where GSM-7 is asked for and cannot spell it.
 */
export function encode(
  text: string,
  wanted: 'auto' | Message['encoding'],
  smart: boolean,
): Encoded | undefined {
  const sent = smart && wanted !== 'ucs2' ? simplified(text) : text;
  const gsm7Parts = wanted === 'ucs2' ? undefined : countGsm7(sent);
  if (wanted === 'gsm7' && gsm7Parts === undefined) return undefined;
  return {
    encoding: gsm7Parts === undefined ? 'ucs2' : 'gsm7',
    segments: gsm7Parts ?? countUcs2(sent),
    sentText: sent === text ? null : sent,
  };
}

const simplified = (text: string): string =>
  Array.from(text, (char) => smartEncoding.default[char] ?? char).join('');

/** The parts of a text in GSM-7, which part no escape from its character; undefined where it cannot be spelled. */
function countGsm7(text: string): number | undefined {
  let total = 0;
  let parts = 1;
  let used = 0;
  for (const char of text) {
    const size = septets.get(char);
    if (size === undefined) return undefined;
    total += size;
    used += size;
    if (used > gsm7.part) {
      parts++;
      used = size;
    }
  }
  return total <= gsm7.alone ? 1 : parts;
}

/** The parts of a text in UCS-2, which part no accent from its letter and no emoji in two. */
function countUcs2(text: string): number {
  if (text.length <= ucs2.alone) return 1;
  const whole = graphemes.segment(text);
  let parts = 0;
  for (let start = 0; start < text.length; parts++) {
    const end = start + ucs2.part;
    const next = whole.containing(end);
    if (!next || next.segment === '\r\n') start = end;
    else if (next.index > start) start = next.index;
    // One that fills more than a part is parted after all, though between its characters.
    else start = text.codePointAt(end - 1)! > 0xffff ? end - 1 : end;
  }
  return parts;
}
