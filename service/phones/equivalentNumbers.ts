/**
 * Some mobile numbers have two spellings that reach the same phone. Each entry has a pattern and
 * the other spelling: with or without the 9 of Argentina, the 1 of Mexico, or the ninth digit of
 * Brazil.
 */
const equivalents: readonly (readonly [RegExp, string])[] = [
  [/^\+549([1-8]\d{9})$/, '+54$1'],
  [/^\+54([1-8]\d{9})$/, '+549$1'],
  [/^\+521([2-9]\d{9})$/, '+52$1'],
  [/^\+52([2-9]\d{9})$/, '+521$1'],
  [/^\+55([1-9]\d)9([6-9]\d{7})$/, '+55$1$2'],
  [/^\+55([1-9]\d)([6-9]\d{7})$/, '+55$19$2'],
];

/**
 * Returns all spellings of a number in E.164 form that reach the same phone, starting with the
 * number itself.
 */
export function equivalentNumbers(phone: string): string[] {
  const equivalent = equivalents.find(([pattern]) => pattern.test(phone));
  return equivalent ? [phone, phone.replace(...equivalent)] : [phone];
}

/** Returns a text that is the same for all spellings of a number that reach one phone. */
export const phoneKey = (phone: string): string => equivalentNumbers(phone).sort()[0]!;

export const hasOtherSpelling = (phone: string): boolean => equivalentNumbers(phone).length > 1;

/** Returns all spellings of numbers, in order and without duplicates. */
export const allSpellings = (phones: readonly string[]): string[] =>
  [...new Set(phones.flatMap(equivalentNumbers))].sort();

/**
 * Returns a function that finds the row of a number: the one with the same spelling, or otherwise
 * the one with another spelling.
 */
export function findByPhone<T extends { readonly phone: string }>(
  rows: readonly T[],
): (phone: string) => T | undefined {
  const byPhone = new Map(rows.map((row) => [row.phone, row]));
  return (phone) =>
    equivalentNumbers(phone)
      .map((spelling) => byPhone.get(spelling))
      .find((row) => row !== undefined);
}
