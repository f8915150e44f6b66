import { isShortCode, type AvailableNumber } from '@textloom/shared/contract';
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { findSender, hasSender } from '../phones/phone.ts';
import type { NumberCriteria, NumberOffer } from './carrier.ts';

/** Offers the numbers, short codes, and names that the carrier has agreed to. */
export function offer(numbers: readonly string[]): NumberOffer {
  return {
    async *search(criteria) {
      const found = numbers
        .map((number) => describeSender(number, criteria.country))
        .filter((one) => matches(one, criteria));
      if (found.length > 0) yield found;
    },
    has: (number) => hasSender(numbers, number),
    find: (number, country) => {
      const listed = findSender(numbers, number, (one) => one);
      return Promise.resolve(listed === undefined ? undefined : describeSender(listed, country));
    },
  };
}

/** Describes a sender. A short code or a name belongs to the requested country. */
export function describeSender(number: string, requestedCountry: string): AvailableNumber {
  const parsed = parsePhoneNumberFromString(number);
  return {
    number,
    country: parsed?.country ?? requestedCountry,
    type: parsed ? numberType(parsed) : isShortCode(number) ? 'short_code' : 'alphanumeric',
    capabilities: ['sms'],
    requires_purchase: false,
  };
}

export const matches = (
  one: AvailableNumber,
  { country, type, areaCode = '', contains = '' }: NumberCriteria,
): boolean =>
  one.country === country &&
  (type === undefined || one.type === type) &&
  nationalPart(one.number).startsWith(areaCode) &&
  one.number.includes(contains);

function numberType(parsed: NonNullable<ReturnType<typeof parsePhoneNumberFromString>>) {
  switch (parsed.getType()) {
    case 'TOLL_FREE':
      return 'toll_free';
    case 'MOBILE':
      return 'mobile';
    default:
      return 'local';
  }
}

/** Returns the number without its country calling code. */
export const nationalPart = (number: string): string =>
  parsePhoneNumberFromString(number)?.nationalNumber ?? number;
