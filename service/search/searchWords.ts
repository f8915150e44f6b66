import { plainPhone } from '@textloom/shared/contract';

/**
 * Returns a pattern for `like` that matches everything that contains the text. Ignores the spaces
 * at its ends, because people paste them.
 */
export const likePattern = (text: string): string =>
  `%${(text.trim() || text).replace(/[\\%_]/g, '\\$&')}%`;

/**
 * Returns the digits of words that may be part of a phone number, or undefined for other words.
 * Leaves out the zeros before a long number, because stored numbers do not have them: 0171 555 is
 * +49 171 555 in Germany. Keeps those of a short number, such as 0042.
 */
export function phoneDigits(words: string): string | undefined {
  // In +44 (0)20, the zero is only for calls within the country.
  const digits = plainPhone(words.replace(/[(\uff08]\s*0\s*[)\uff09]/, ''))?.replace('+', '');
  // "5 x3" has the form of a short number with an extension, but is a quantity.
  const isNumber = digits !== undefined && (digits.length > 6 || !/[^\d\s()+./-]/.test(words));
  return isNumber ? digits.replace(/^0{1,2}(?=\d{6})/, '') : undefined;
}
