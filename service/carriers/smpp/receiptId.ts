/**
 * How a carrier spells the id of a message in its receipts, where its answer to the submit has
 * spelled it otherwise: alike but for case and leading zeros; in hexadecimal or decimal digits; or in
 * any of these, to be found out for each.
 */
export type ReceiptIds = 'auto' | 'same' | 'hex' | 'dec';

/** The id with neither case nor leading zeros, which carriers do not keep. */
export const plainId = (id: string): string =>
  id
    .trim()
    .toLowerCase()
    .replace(/^0+(?=.)/, '');

/** The id that a receipt names, in the spelling of the answer to the submit. */
export function answeredId(id: string, ids: ReceiptIds): string {
  const plain = plainId(id);
  switch (ids) {
    case 'hex':
      return toDecimal(plain) ?? plain;
    case 'dec':
      return toHex(plain) ?? plain;
    default:
      return plain;
  }
}

/** What else a plain id may be called on the other side, where that is not known. */
export const alternateIds = (id: string): string[] =>
  [toHex(id) ?? id, toDecimal(id) ?? id].filter((other) => other !== id);

/** More digits than 64 bits have make no number. */
const toHex = (id: string): string | undefined =>
  /^\d{1,20}$/.test(id) ? BigInt(id).toString(16) : undefined;

const toDecimal = (id: string): string | undefined =>
  /^[\da-f]{1,16}$/.test(id) ? BigInt(`0x${id}`).toString() : undefined;
