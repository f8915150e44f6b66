import { gsm7 } from '../../segments/gsm7.ts';

/** The alphabet of data_coding 0, which each carrier chooses. */
export type DefaultAlphabet = 'gsm7' | 'latin1';

export interface EncodedText {
  readonly dataCoding: number;
  readonly octets: Buffer;
}

const ucs2Coding = 0x08;

/**
 * Encodes a text for a submit_sm. Uses the carrier's default alphabet with one octet per septet, or
 * UCS-2 if the default alphabet cannot encode the text.
 */
export function encodeText(text: string, alphabet: DefaultAlphabet | 'ucs2'): EncodedText {
  const octets =
    alphabet === 'gsm7' ? toGsm7(text) : alphabet === 'latin1' ? toLatin1(text) : undefined;
  return octets
    ? { dataCoding: 0, octets }
    : { dataCoding: ucs2Coding, octets: Buffer.from(text, 'utf16le').swap16() };
}

/**
 * Decodes the text of a deliver_sm. Reads unknown encodings as Latin 1, so that nothing is lost.
 */
export function decodeText(octets: Buffer, dataCoding: number, alphabet: DefaultAlphabet): string {
  switch (parseDataCoding(dataCoding)) {
    case 'default':
      return alphabet === 'gsm7' ? fromGsm7(octets) : octets.toString('latin1');
    case 'ucs2':
      // Ignores half a character at the end.
      return Buffer.from(octets.subarray(0, octets.length & ~1))
        .swap16()
        .toString('utf16le');
    case 'octets':
      return octets.toString('latin1');
  }
}

/** Implements SMPP 3.4, 5.2.19. The groups from 0x10 follow GSM 03.38. */
function parseDataCoding(dataCoding: number): 'default' | 'ucs2' | 'octets' {
  if (dataCoding === 0) return 'default';
  if (dataCoding < 0x10) return dataCoding === ucs2Coding ? 'ucs2' : 'octets';
  if (dataCoding >= 0xf0) return (dataCoding & 0x04) === 0 ? 'default' : 'octets';
  const alphabet = dataCoding & 0x0c;
  return alphabet === 0 ? 'default' : alphabet === 0x08 ? 'ucs2' : 'octets';
}

function toGsm7(text: string): Buffer | undefined {
  const octets: number[] = [];
  for (const char of text) {
    const encoded = gsm7.get(char);
    if (!encoded) return undefined;
    octets.push(...encoded);
  }
  return Buffer.from(octets);
}

export const isLatin1 = (text: string): boolean => /^[\0-\xff]*$/.test(text);

const toLatin1 = (text: string): Buffer | undefined =>
  isLatin1(text) ? Buffer.from(text, 'latin1') : undefined;

const escape = 0x1b;
const basic = new Map<number | undefined, string>();
const extension = new Map<number | undefined, string>();
for (const [char, [first, second]] of gsm7)
  if (second === undefined) basic.set(first, char);
  else extension.set(second, char);

/** Decodes GSM-7. An escape without a valid extension stands for a space, as on a handset. */
function fromGsm7(octets: Buffer): string {
  let text = '';
  for (let at = 0; at < octets.length; at++) {
    if (octets[at] !== escape) {
      text += basic.get(octets[at]) ?? '?';
      continue;
    }
    const extended = extension.get(octets[at + 1]);
    text += extended ?? ' ';
    if (extended !== undefined) at++;
  }
  return text;
}
