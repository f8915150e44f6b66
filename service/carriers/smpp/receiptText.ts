/** What the text of a receipt says (SMPP 3.4, appendix B). */
export interface ReceiptText {
  readonly id: string;
  /** Such as DELIVRD. */
  readonly stat: string;
  /** The network's own code. */
  readonly err: string | undefined;
  /** Whether it has every field of the appendix, so that no person has typed it. */
  readonly isWhole: boolean;
}

const field = (name: string) => new RegExp(`(?:^|\\s)${name}:\\s?([^\\s:]+)(?=\\s|$)`, 'i');
const id = field('id');
const stat = field('stat');
const err = field('err');
const others = ['sub', 'dlvrd', 'submit date', 'done date'].map(field);

/**
 * Reads the text of a receipt. Carriers keep neither to the order of its fields nor to their number,
 * so only the id and the state are needed. Undefined where it is none.
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
