/** The fields in the text of a receipt (SMPP 3.4, appendix B). */
export interface ReceiptText {
  readonly id: string;
  /** The state, such as DELIVRD. */
  readonly stat: string;
  /** The error code of the network. */
  readonly err: string | undefined;
  /**
   * Whether the text has every field of the appendix, so that it is unlikely that a person typed
   * it.
   */
  readonly isWhole: boolean;
}

const field = (name: string) => new RegExp(`(?:^|\\s)${name}:\\s?([^\\s:]+)(?=\\s|$)`, 'i');
const id = field('id');
const stat = field('stat');
const err = field('err');
const others = ['sub', 'dlvrd', 'submit date', 'done date'].map(field);

/**
 * Parses the text of a receipt. Carriers vary the order and the number of the fields, so only the
 * ID and the state are required. Returns undefined if the text is not a receipt.
 */
export function parseReceiptText(text: string): ReceiptText | undefined {
  const find = (pattern: RegExp) => pattern.exec(text)?.[1];
  const found = { id: find(id), stat: find(stat)?.toUpperCase(), err: find(err) };
  if (found.id === undefined || found.stat === undefined) return undefined;
  return {
    id: found.id,
    stat: found.stat,
    err: found.err,
    isWhole: found.err !== undefined && others.every((pattern) => pattern.test(text)),
  };
}
