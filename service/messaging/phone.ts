import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/min';

/**
 * The number in E.164 form, or undefined where it cannot be one. A number that is possible counts,
 * even in a range that is not in use: numbers made for tests and plays are in such ranges.
 */
export function toE164(input: string, defaultCountry: string): string | undefined {
  const number = parsePhoneNumberFromString(input, defaultCountry as CountryCode);
  return number?.isPossible() ? number.number : undefined;
}
