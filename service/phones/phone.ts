import {
  isSenderName,
  isShortCode,
  maxPhoneCharacters,
  plainPhone,
} from '@textloom/shared/contract';
import {
  parsePhoneNumberFromString,
  type CountryCode,
  type PhoneNumber,
} from 'libphonenumber-js/min';
import { isValidPhoneNumber as isMobile } from 'libphonenumber-js/mobile';
import { equivalentNumbers } from './equivalentNumbers.ts';

interface Phone {
  /** Undefined if the text cannot be a number. */
  readonly e164: string | undefined;
  /** Whether the number is in a range that its country uses. */
  readonly isValid: boolean;
  /** In ISO 3166-1 alpha-2. Null if the number belongs to no country. */
  readonly country: string | null;
  readonly callingCode: string;
}

/**
 * Caches numbers, because each message parses a number several times, which takes longer than all
 * other checks.
 */
const cache = new Map<string, Phone | undefined>();
const maxCached = 10_000;

function readPhone(written: string, defaultCountry: string): Phone | undefined {
  // The cache would keep each of these texts, which can be as long as a request.
  if (written.length > maxPhoneCharacters) return undefined;
  const key = `${defaultCountry} ${written}`;
  if (cache.has(key)) return cache.get(key);
  const phone = parse(written, defaultCountry as CountryCode);
  if (cache.size === maxCached) cache.clear();
  cache.set(key, phone);
  return phone;
}

function parse(written: string, defaultCountry: CountryCode): Phone | undefined {
  const plain = plainPhone(written);
  const number = plain && readDigits(plain, defaultCountry);
  if (!number) return undefined;
  // A numbering plan may know only one of the spellings, although carriers use both.
  const inAnySpelling = (holds: (spelling: PhoneNumber) => boolean) =>
    holds(number) ||
    equivalentNumbers(number.number).some((other) => {
      const spelling = parsePhoneNumberFromString(other);
      return spelling !== undefined && holds(spelling);
    });
  // A fictional number belongs to no particular country.
  const belongsToDefault = () => number.getPossibleCountries().includes(defaultCountry);
  return {
    e164: inAnySpelling((spelling) => spelling.isPossible()) ? number.number : undefined,
    isValid: inAnySpelling((spelling) => spelling.isValid()),
    country: number.country ?? (belongsToDefault() ? defaultCountry : null),
    callingCode: number.countryCallingCode,
  };
}

/**
 * Spreadsheets drop the plus sign. In some countries, such as Germany, the rest of a mobile number
 * could also be a landline. A text is far more often for the mobile number.
 */
function readDigits(plain: string, defaultCountry: CountryCode): PhoneNumber | undefined {
  const number = parsePhoneNumberFromString(plain, { defaultCountry, extract: false });
  if (!number || !plain.startsWith(number.countryCallingCode)) return number;
  const whole = parsePhoneNumberFromString(`+${plain}`);
  return whole && isMobile(whole.number) && !isMobile(number.number) ? whole : number;
}

/**
 * Returns the number in E.164 form, or undefined if the text cannot be one. Accepts every possible
 * number, even in an unused range, because test numbers and fictional numbers are in unused ranges.
 */
export const toE164 = (written: string, defaultCountry: string): string | undefined =>
  readPhone(written, defaultCountry)?.e164;

/**
 * Returns the number in E.164 form if it is in a range that its country uses, or otherwise
 * undefined.
 */
export function validE164(written: string, defaultCountry: string): string | undefined {
  const phone = readPhone(written, defaultCountry);
  return phone?.isValid ? phone.e164 : undefined;
}

/**
 * Returns the digits of a short code, or undefined if the text is not one. In some countries, such
 * as Germany, so few digits could also be a landline number, but no text is sent from one.
 */
export function toShortCode(written: string): string | undefined {
  const digits = plainPhone(written);
  return digits !== undefined && isShortCode(digits) ? digits : undefined;
}

/**
 * Returns a sender as it is stored: a number in E.164 form, the digits of a short code, or a name
 * as written, without spaces at its ends.
 */
export function normalizeSender(written: string, defaultCountry: string): string {
  const sender = written.trim();
  if (isSenderName(sender)) return sender;
  return toShortCode(sender) ?? toE164(sender, defaultCountry) ?? plainPhone(sender) ?? sender;
}

/** Finds a sender. The case of a name does not matter, unless there is one in the same case. */
export const findSender = <T>(
  all: readonly T[],
  sender: string,
  read: (one: T) => string,
): T | undefined =>
  all.find((one) => read(one) === sender) ??
  (isSenderName(sender)
    ? all.find((one) => read(one).toLowerCase() === sender.toLowerCase())
    : undefined);

/** Returns true if a list has a sender. The case of a name does not matter. */
export const hasSender = (all: readonly string[], sender: string): boolean =>
  findSender(all, sender, (one) => one) !== undefined;

/**
 * Returns the country of a number in E.164 form, in ISO 3166-1 alpha-2, or null if it belongs to
 * none. A fictional number belongs to the default country if they share the country calling code.
 */
export const findCountry = (e164: string, defaultCountry: string): string | null =>
  (e164.startsWith('+') && readPhone(e164, defaultCountry)?.country) || null;

/** Returns the country calling code of a number in E.164 form, such as 1 or 44. */
export const findCallingCode = (e164: string): string => readPhone(e164, 'US')!.callingCode;
