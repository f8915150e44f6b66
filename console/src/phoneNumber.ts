import { plainPhone } from '@textloom/shared/contract';

/** Formats +12025550123 as +1 202-555-0123 and returns everything else unchanged. */
export function formatPhoneNumber(number: string): string {
  const american = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(number);
  return american ? `+1 ${american[1]}-${american[2]}-${american[3]}` : number;
}

/** Returns the number of a handset in E.164 form, or undefined if no handset can have it. */
export function parseHandsetNumber(input: string): string | undefined {
  const digits = plainPhone(input)?.replace(/^\+?1(?=\d{10}$)/, '') ?? '';
  return /^[2-9]\d{2}55501\d{2}$/.test(digits) ? `+1${digits}` : undefined;
}

/** Returns the first number for a handset that is not in the list. */
export function unusedHandsetNumber(used: readonly string[]): string {
  const numbers = Array.from({ length: 50 }, (_, n) => `+120255501${String(n).padStart(2, '0')}`);
  return numbers.find((number) => !used.includes(number)) ?? numbers[0]!;
}
