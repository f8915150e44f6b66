/** Returns a pattern for `like` that matches everything that contains the text. */
export const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/**
 * Returns the digits of words that may be part of a phone number, or undefined for other words.
 * Leaves out the zeros before a long number, because stored numbers do not have them: 0171 555 is
 * +49 171 555 in Germany. Keeps those of a short number, such as 0042.
 */
export function phoneDigits(words: string): string | undefined {
  if (!/^[\d\s()+./-]+$/.test(words)) return undefined;
  return words.replace(/\D/g, '').replace(/^0{1,2}(?=\d{6})/, '') || undefined;
}
