import { gsm7 } from '../../segments/gsm7.ts';

/** The alphabet behind data_coding 0, which each carrier chooses. */
export type DefaultAlphabet = 'gsm7' | 'latin1';

export interface Spelled {
  readonly dataCoding: number;
  readonly octets: Buffer;
}

const ucs2Coding = 0x08;

/**
 * A text in the octets of a submit_sm: in the carrier's default alphabet, one octet a septet, where
 * that can spell it, else in UCS-2.
 */
export function spell(text: string, alphabet: DefaultAlphabet | 'ucs2'): Spelled {
  const octets =
    alphabet === 'gsm7' ? toGsm7(text) : alphabet === 'latin1' ? toLatin1(text) : undefined;
  return octets
    ? { dataCoding: 0, octets }
    : { dataCoding: ucs2Coding, octets: Buffer.from(text, 'utf16le').swap16() };
}

/** The text of a deliver_sm. What no alphabet explains is read as Latin 1, so that nothing is lost. */
export function read(octets: Buffer, dataCoding: number, alphabet: DefaultAlphabet): string {
  switch (codingOf(dataCoding)) {
    case 'default':
      return alphabet === 'gsm7' ? fromGsm7(octets) : octets.toString('latin1');
    case 'ucs2':
      // Half a character at the end is none.
      return Buffer.from(octets.subarray(0, octets.length & ~1))
        .swap16()
        .toString('utf16le');
    case 'octets':
      return octets.toString('latin1');
  }
}

/** SMPP 3.4, 5.2.19; the groups from 0x10 on are those of GSM 03.38. */
function codingOf(dataCoding: number): 'default' | 'ucs2' | 'octets' {
  if (dataCoding === 0) return 'default';
  if (dataCoding < 0x10) return dataCoding === ucs2Coding ? 'ucs2' : 'octets';
  if (dataCoding >= 0xf0) return (dataCoding & 0x04) === 0 ? 'default' : 'octets';
  const alphabet = dataCoding & 0x0c;
  return alphabet === 0 ? 'default' : alphabet === 0x08 ? 'ucs2' : 'octets';
}

function toGsm7(text: string): Buffer | undefined {
  const octets: number[] = [];
  for (const char of text) {
    const spelled = gsm7.get(char);
    if (!spelled) return undefined;
    octets.push(...spelled);
  }
  return Buffer.from(octets);
}

const toLatin1 = (text: string): Buffer | undefined =>
  /^[\0-\xff]*$/.test(text) ? Buffer.from(text, 'latin1') : undefined;

const escape = 0x1b;
const basic = new Map<number | undefined, string>();
const extension = new Map<number | undefined, string>();
for (const [char, [first, second]] of gsm7)
  if (second === undefined) basic.set(first, char);
  else extension.set(second, char);

/** An escape before what is no extension stands for a space, as on a handset. */
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
