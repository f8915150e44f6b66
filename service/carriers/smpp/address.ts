import type { Fields } from './session.ts';

/** Type of number and numbering plan (SMPP 3.4, 5.2.5 and 5.2.6). */
export interface AddressKind {
  readonly ton: number;
  readonly npi: number;
}

const international: AddressKind = { ton: 1, npi: 1 };
const shortCode: AddressKind = { ton: 3, npi: 0 };
const name: AddressKind = { ton: 5, npi: 0 };

/** The sender of a submit: a number in E.164 form, a short code or a name. */
export function sourceOf(sender: string, numbers: AddressKind = international): Fields {
  const kind = sender.startsWith('+') ? numbers : /^\d+$/.test(sender) ? shortCode : name;
  return {
    source_addr_ton: kind.ton,
    source_addr_npi: kind.npi,
    source_addr: withoutPlus(sender),
  };
}

/** The recipient of a submit, from E.164 form. */
export const destinationOf = (recipient: string, { ton, npi } = international): Fields => ({
  dest_addr_ton: ton,
  dest_addr_npi: npi,
  destination_addr: withoutPlus(recipient),
});

/**
 * An address that the carrier names, as it is stored here: a number in E.164 form, a short code or a
 * name. Carriers call numbers of unknown type and short codes international ones, so the length tells
 * them apart.
 */
export function addressOf(address: string, ton: number): string {
  if (ton === name.ton || !/^\+?\d+$/.test(address)) return address;
  const digits = withoutPlus(address).replace(/^00/, '');
  const least = ton === international.ton ? 7 : 9;
  return address.startsWith('+') || digits.length >= least ? `+${digits}` : digits;
}

const withoutPlus = (address: string): string => address.replace(/^\+/, '');
