import { isSenderName, isShortCode, type AvailableNumber } from '@textloom/shared/contract';
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import type { NumberCriteria, NumberOffer } from '../carrier.ts';

const numberPattern = /^\+1(\d{3})55501\d{2}$/;

/**
 * Offers the senders for messages to simulated handsets: NPA-555-0100 to 0199 of every US,
 * Canadian, and toll-free area code, any short code, and any name.
 */
export const handsetNumbers: NumberOffer = {
  async *search(criteria) {
    for (const area of areas.filter((one) => matches(one, criteria))) {
      const { contains = '' } = criteria;
      const found = listNumbers(area).filter(({ number }) => number.includes(contains));
      if (found.length > 0) yield found;
    }
  },

  has: (number) => isShortCode(number) || isSenderName(number) || numberPattern.test(number),

  async find(number, country) {
    if (isShortCode(number)) return offer(number, country, 'short_code');
    if (isSenderName(number)) return offer(number, country, 'alphanumeric');
    const code = numberPattern.exec(number)?.[1];
    const area = areas.find((one) => one.code === code);
    return area && offer(number, area.country, area.type);
  },
};

interface Area {
  readonly code: string;
  readonly country: string;
  readonly type: AvailableNumber['type'];
}

/** The area codes of the numbering plan that are in use, with local ones first. */
const areas: readonly Area[] = Array.from({ length: 800 }, (_, index) => String(200 + index))
  .flatMap((code): Area[] => {
    const number = parsePhoneNumberFromString(`+1${code}5550100`);
    const country = number?.country;
    if (country !== 'US' && country !== 'CA') return [];
    switch (number?.getType()) {
      case 'FIXED_LINE_OR_MOBILE':
        return [{ code, country, type: 'local' }];
      case 'TOLL_FREE':
        return [{ code, country, type: 'toll_free' }];
      default:
        return [];
    }
  })
  .sort((a, b) => a.type.localeCompare(b.type));

const matches = (area: Area, { country, type, areaCode }: NumberCriteria): boolean =>
  area.country === country &&
  (type === undefined || area.type === type) &&
  (areaCode === undefined || area.code === areaCode);

const listNumbers = ({ code, country, type }: Area): AvailableNumber[] =>
  Array.from({ length: 100 }, (_, index) =>
    offer(`+1${code}55501${String(index).padStart(2, '0')}`, country, type),
  );

const offer = (
  number: string,
  country: string,
  type: AvailableNumber['type'],
): AvailableNumber => ({ number, country, type, capabilities: ['sms'], requires_purchase: false });
