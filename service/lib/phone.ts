import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/min';

interface Phone {
  /** Undefined where it cannot be a number. */
  readonly e164: string | undefined;
  /** Whether it is in a range that its country uses. */
  readonly isValid: boolean;
  /** ISO 3166-1 alpha-2; null where it is of none. */
  readonly country: string | null;
}

/** A number is read several times for each message, and reading one takes longer than all else that is checked. */
const read = new Map<string, Phone | undefined>();
const mostRead = 10_000;

function readPhone(written: string, defaultCountry: string): Phone | undefined {
  const key = `${defaultCountry} ${written}`;
  if (read.has(key)) return read.get(key);
  const phone = parse(written, defaultCountry as CountryCode);
  if (read.size === mostRead) read.clear();
  read.set(key, phone);
  return phone;
}

function parse(written: string, defaultCountry: CountryCode): Phone | undefined {
  // Left to itself the library finds a number within any text.
  const number = parsePhoneNumberFromString(written, { defaultCountry, extract: false });
  if (!number) return undefined;
  // A number made for plays is of no country in particular.
  const isOfDefault = () => number.getPossibleCountries().includes(defaultCountry);
  return {
    e164: number.isPossible() ? number.number : undefined,
    isValid: number.isValid(),
    country: number.country ?? (isOfDefault() ? defaultCountry : null),
  };
}

/**
 * The number in E.164 form, or undefined where it cannot be one. A number that is possible counts,
 * even in a range that is not in use: numbers made for tests and plays are in such ranges.
 */
export const toE164 = (written: string, defaultCountry: string): string | undefined =>
  readPhone(written, defaultCountry)?.e164;

/** The number in E.164 form where it is in a range that its country uses, and else undefined. */
export function validE164(written: string, defaultCountry: string): string | undefined {
  const phone = readPhone(written, defaultCountry);
  return phone?.isValid ? phone.e164 : undefined;
}

/** A sender as it is stored: a number in E.164 form; a short code or a name as it is written. */
export const senderOf = (written: string, defaultCountry: string): string =>
  /[A-Za-z]/.test(written) ? written : (toE164(written, defaultCountry) ?? written);

/**
 * The country of a number in E.164 form, in ISO 3166-1 alpha-2; null where it is of none. A number
 * made for plays counts for the default country where its code is that one's too.
 */
export const countryOf = (e164: string, defaultCountry: string): string | null =>
  (e164.startsWith('+') && readPhone(e164, defaultCountry)?.country) || null;
