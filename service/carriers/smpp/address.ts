import { getCountryCallingCode, type CountryCode } from 'libphonenumber-js/min';
import { toE164, validE164 } from '../../lib/phone.ts';
import type { Fields } from './session.ts';

/** Type of number and numbering plan (SMPP 3.4, 5.2.5 and 5.2.6). */
export interface AddressKind {
  readonly ton: number;
  readonly npi: number;
}

const international: AddressKind = { ton: 1, npi: 1 };
const shortCode: AddressKind = { ton: 3, npi: 0 };
const name: AddressKind = { ton: 5, npi: 0 };
const unknown = 0;
const national = 2;

/**
 * The sender of a submit: a number in E.164 form, a short code or a name.
 *
 * @param country Of the numbers that go in their national form, where `numbers` asks for that.
 */
export function sourceOf(sender: string, numbers = international, country?: CountryCode): Fields {
  const { ton, npi, digits } = sender.startsWith('+')
    ? spell(sender, numbers, country)
    : { ...(/^\d+$/.test(sender) ? shortCode : name), digits: sender };
  return { source_addr_ton: ton, source_addr_npi: npi, source_addr: digits };
}

/** The recipient of a submit, from E.164 form. */
export function destinationOf(
  recipient: string,
  numbers = international,
  country?: CountryCode,
): Fields {
  const { ton, npi, digits } = spell(recipient, numbers, country);
  return { dest_addr_ton: ton, dest_addr_npi: npi, destination_addr: digits };
}

/** A number of another country has no national form for this carrier. */
function spell(
  e164: string,
  numbers: AddressKind,
  country: CountryCode | undefined,
): AddressKind & { readonly digits: string } {
  const digits = e164.slice(1);
  if (numbers.ton !== national || country === undefined) return { ...numbers, digits };
  const code = getCountryCallingCode(country);
  return digits.startsWith(code)
    ? { ...numbers, digits: digits.slice(code.length) }
    : { ...international, digits };
}

/**
 * An address that the carrier names, as it is stored here: a number in E.164 form, a short code or a
 * name. Carriers call numbers of unknown type and short codes international ones, so the length tells
 * them apart. A national number is one of the country that the carrier is set up with; without a
 * country nobody knows whose number it is, and it stays as it came. Not every country writes a 0
 * before its national numbers, so one of unknown type is also national where it is valid only as such.
 */
export function addressOf(address: string, ton: number, country?: CountryCode): string {
  if (ton === name.ton || !/^\+?\d+$/.test(address)) return address;
  const isMarked = /^(\+|00)/.test(address);
  if (!isMarked && (ton === national || (ton === unknown && address.startsWith('0'))))
    return (country && address.length >= leastDigits && toE164(address, country)) || address;
  if (!isMarked && ton === unknown && country && address.length >= leastDigits) {
    const national = validE164(address, country);
    if (national && !validE164(`+${address}`, country)) return national;
  }
  const digits = address.replace(/^(\+|00)/, '');
  const least = isMarked || ton === international.ton ? leastDigits : leastDigits + 2;
  return digits.length >= least && /^[1-9]\d{0,14}$/.test(digits) ? `+${digits}` : digits;
}

/** What has fewer is a short code. */
const leastDigits = 7;
