import { isShortCode, shortCodeDigits } from '@textloom/shared/contract';
import { getCountryCallingCode, type CountryCode } from 'libphonenumber-js/min';
import { toE164, validE164 } from '../../phones/phone.ts';
import type { Fields } from './session.ts';

/** The type of number and the numbering plan (SMPP 3.4, 5.2.5 and 5.2.6). */
export interface AddressKind {
  readonly ton: number;
  readonly npi: number;
}

const international: AddressKind = { ton: 1, npi: 1 };
const shortCode: AddressKind = { ton: 3, npi: 0 };
const name: AddressKind = { ton: 5, npi: 0 };
/** The type of a number that only its spelling tells. */
export const unknownTon = 0;
const national = 2;

/**
 * Returns the sender fields of a submit for a number in E.164 form, a short code, or a name.
 *
 * @param country The country whose numbers use the national form, if `numbers` asks for that form.
 */
export function toSourceFields(
  sender: string,
  numbers = international,
  country?: CountryCode,
): Fields {
  const { ton, npi, digits } = sender.startsWith('+')
    ? formatNumber(sender, numbers, country)
    : { ...(isShortCode(sender) ? shortCode : name), digits: sender };
  return { source_addr_ton: ton, source_addr_npi: npi, source_addr: digits };
}

/** Returns the recipient fields of a submit for a number in E.164 form. */
export function toDestinationFields(
  recipient: string,
  numbers = international,
  country?: CountryCode,
): Fields {
  const { ton, npi, digits } = formatNumber(recipient, numbers, country);
  return { dest_addr_ton: ton, dest_addr_npi: npi, destination_addr: digits };
}

/** Spells a number. A number of another country has no national form for this carrier. */
function formatNumber(
  e164: string,
  numbers: AddressKind,
  country: CountryCode | undefined,
): AddressKind & { readonly digits: string } {
  if (!e164.startsWith('+')) throw new Error('The number is not in E.164 form');
  const digits = e164.slice(1);
  if (numbers.ton !== national || country === undefined) return { ...numbers, digits };
  const code = getCountryCallingCode(country);
  return digits.startsWith(code)
    ? { ...numbers, digits: digits.slice(code.length) }
    : { ...international, digits };
}

/**
 * Converts an address from the carrier to the stored form: a number in E.164 form, a short code, or
 * a name. Carriers also mark numbers of unknown type and short codes as international, so the
 * length distinguishes them. A national number belongs to the configured country of the carrier.
 * Without a configured country, it stays unchanged. Not every country writes a 0 before its
 * national numbers, so a number of unknown type also counts as national if it is valid only in
 * national form.
 */
export function normalizeAddress(address: string, ton: number, country?: CountryCode): string {
  if (ton === name.ton || !/^\+?\d+$/.test(address)) return address;
  const isMarked = /^(\+|00)/.test(address);
  if (!isMarked && (ton === national || (ton === unknownTon && address.startsWith('0'))))
    return (country && address.length >= minDigits && toE164(address, country)) || address;
  if (!isMarked && ton === unknownTon && country && address.length >= minDigits) {
    const national = validE164(address, country);
    if (national && !validE164(`+${address}`, country)) return national;
  }
  const digits = address.replace(/^(\+|00)/, '');
  const minLength = isMarked || ton === international.ton ? minDigits : minDigits + 2;
  return digits.length >= minLength && /^[1-9]\d{0,14}$/.test(digits) ? `+${digits}` : digits;
}

/** A number with fewer digits is a short code. */
const minDigits = shortCodeDigits.max + 1;
