/**
 * How a carrier spells the ID of a message in its receipts, compared to its submit response: the
 * same except for case and leading zeros (`same`), in hexadecimal (`hex`) or decimal (`dec`)
 * digits, or in any of these ways (`auto`).
 */
export type ReceiptIds = 'auto' | 'same' | 'hex' | 'dec';

/** Removes case and leading zeros from an ID, because carriers do not preserve them. */
export const normalizeId = (id: string): string =>
  id
    .trim()
    .toLowerCase()
    .replace(/^0+(?=.)/, '');

/** Converts the ID in a receipt to the spelling of the submit response. */
export function toSubmitId(id: string, ids: ReceiptIds): string {
  const plain = normalizeId(id);
  switch (ids) {
    case 'hex':
      return toDecimal(plain) ?? plain;
    case 'dec':
      return toHex(plain) ?? plain;
    default:
      return plain;
  }
}

/** Returns the other possible spellings of a plain ID if the carrier's spelling is unknown. */
export const alternateIds = (id: string): string[] =>
  [toHex(id) ?? id, toDecimal(id) ?? id].filter((other) => other !== id);

/** Converts only IDs of up to 64 bits. */
const toHex = (id: string): string | undefined =>
  /^\d{1,20}$/.test(id) ? BigInt(id).toString(16) : undefined;

const toDecimal = (id: string): string | undefined =>
  /^[\da-f]{1,16}$/.test(id) ? BigInt(`0x${id}`).toString() : undefined;
