import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/min';

/**
 * The number in E.164 form, or undefined where it cannot be one. A number that is possible counts,
 * even in a range that is not in use: numbers made for tests and plays are in such ranges.
 */
export function toE164(input: string, defaultCountry: string): string | undefined {
  // Left to itself the library finds a number within any text.
  const number = parsePhoneNumberFromString(input, {
    defaultCountry: defaultCountry as CountryCode,
    extract: false,
  });
  return number?.isPossible() ? number.number : undefined;
}

/** A sender as it is stored: a number in E.164 form; a short code or a name as it is written. */
export const senderOf = (written: string, defaultCountry: string): string =>
  /[A-Za-z]/.test(written) ? written : (toE164(written, defaultCountry) ?? written);

/**
 * The country of a number in E.164 form, in ISO 3166-1 alpha-2; null where it is of none. A number
 * made for plays is of no country in particular: it counts for the default one where its code is that
 * one's too.
 */
export function countryOf(e164: string, defaultCountry: string): string | null {
  const number = parsePhoneNumberFromString(e164);
  if (number?.country) return number.country;
  return number?.getPossibleCountries().includes(defaultCountry as CountryCode)
    ? defaultCountry
    : null;
}
