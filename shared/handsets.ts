/** What a carrier says became of a message. */
export type ReceiptOutcome = 'delivered' | 'undelivered' | 'expired' | 'rejected' | 'discarded';

/** What happens to a text that a simulated handset is sent. */
export interface Outcome {
  /** For the table that people read. */
  readonly title: string;
  readonly refused?: true;
  /** Refuses the first submits for lack of room. */
  readonly throttles?: number;
  /** The text is lost on the way and never shows. */
  readonly lost?: true;
  /** The receipts, each after milliseconds; 0 overtakes the answer to the submit. */
  readonly receipts: readonly {
    readonly afterMs: number;
    readonly outcome: ReceiptOutcome;
    readonly code: string;
  }[];
  /** Only this part of a long text (counted from 0) fails; a short text arrives. */
  readonly failingPart?: number;
  /** What the handset answers. */
  readonly answers?: 'STOP' | 'echo';
}

const delivered = { outcome: 'delivered', code: 'DELIVRD' } as const;
const undelivered = { outcome: 'undelivered', code: 'UNDELIV' } as const;
const soon = 300;
const arrives: Outcome = { title: 'Delivered', receipts: [{ afterMs: soon, ...delivered }] };

/** By the last two digits of the handset's number; all others arrive. */
const special: Readonly<Record<string, Outcome>> = {
  '50': { title: 'Undelivered', lost: true, receipts: [{ afterMs: soon, ...undelivered }] },
  '51': {
    title: 'Expired',
    lost: true,
    receipts: [{ afterMs: soon, outcome: 'expired', code: 'EXPIRED' }],
  },
  '52': { title: 'Refused at submit', refused: true, receipts: [] },
  '53': { title: 'No receipt', receipts: [] },
  '54': { title: 'Receipt before the submit answer', receipts: [{ afterMs: 0, ...delivered }] },
  '55': {
    title: 'Doubled receipt',
    receipts: [
      { afterMs: soon, ...delivered },
      { afterMs: soon, ...delivered },
    ],
  },
  '56': {
    title: 'Delivered, then undelivered',
    receipts: [
      { afterMs: soon, ...delivered },
      { afterMs: 4 * soon, ...undelivered },
    ],
  },
  '57': { title: 'Late receipt', receipts: [{ afterMs: 30_000, ...delivered }] },
  '58': { title: 'Answers STOP', receipts: [{ afterMs: soon, ...delivered }], answers: 'STOP' },
  '59': { title: 'Echoes', receipts: [{ afterMs: soon, ...delivered }], answers: 'echo' },
  '60': { title: 'Throttled twice', throttles: 2, receipts: [{ afterMs: soon, ...delivered }] },
  '61': {
    title: 'One part of a long text fails',
    failingPart: 1,
    receipts: [{ afterMs: soon, ...delivered }],
  },
};

export const outcomeOf = (handset: string): Outcome => special[handset.slice(-2)] ?? arrives;
