import { randomInt } from 'node:crypto';
import { contract } from '@textloom/shared/contract';

const { maximum: longest } = contract.verification.start.input.properties.length;

/** Returns a code of random digits. Every code is equally likely. */
export const newCode = (length: number): string =>
  String(randomInt(10 ** length)).padStart(length, '0');

/** The zero of each digit set that people type besides ASCII: Arabic, Persian and Indian. */
const zeros = [0x0660, 0x06f0, 0x0966, 0x09e6, 0x0e50];

/** Returns a code as the service compares it: without spaces, dashes and dots, in ASCII digits. */
export const normalizeCode = (typed: string): string =>
  Array.from(typed.normalize('NFKC').replace(/[\s\p{Pd}\p{Cf}.]/gu, ''), toAscii).join('');

function toAscii(character: string): string {
  const code = character.codePointAt(0)!;
  const zero = zeros.find((one) => code >= one && code < one + 10);
  return zero === undefined ? character : String(code - zero);
}

/**
 * Lists the code with more and more zeros before it, because sheets and automations store a code
 * as a number. Only one of these has the length of the code that was sent, so this is one guess.
 */
export function listSpellings(code: string): string[] {
  const missing = /^\d+$/.test(code) ? Math.max(0, longest - code.length) : 0;
  return Array.from({ length: missing + 1 }, (_, zeros) => '0'.repeat(zeros) + code);
}
