/** The outcome of a message in a delivery receipt. */
export type ReceiptOutcome = 'delivered' | 'undelivered' | 'expired' | 'rejected' | 'discarded';

/** Describes what happens to a text for a simulated handset. */
export interface HandsetBehavior {
  /** The label in the table of outcomes. */
  readonly title: string;
  readonly refused?: true;
  /** Throttles this number of submits before it accepts one. */
  readonly throttles?: number;
  /** The text gets lost and never appears on the handset. */
  readonly lost?: true;
  /**
   * The delivery receipts, each after a delay in milliseconds. A delay of 0 overtakes the response
   * to the submit.
   */
  readonly receipts: readonly {
    readonly afterMs: number;
    readonly outcome: ReceiptOutcome;
    readonly code: string;
  }[];
  /** Only this segment of a long text fails, counted from 0. A short text arrives. */
  readonly failingPart?: number;
  /** The reply of the handset. */
  readonly answers?: 'STOP' | 'echo';
}

const delivered = { outcome: 'delivered', code: 'DELIVRD' } as const;
const undelivered = { outcome: 'undelivered', code: 'UNDELIV' } as const;
const soon = 300;
const arrives: HandsetBehavior = {
  title: 'Delivered',
  receipts: [{ afterMs: soon, ...delivered }],
};

/** Maps the last two digits of a handset's number to outcomes. Texts to all other numbers arrive. */
const special: Readonly<Record<string, HandsetBehavior>> = {
  '50': { title: 'Undelivered', lost: true, receipts: [{ afterMs: soon, ...undelivered }] },
  '51': {
    title: 'Expired',
    lost: true,
    receipts: [{ afterMs: soon, outcome: 'expired', code: 'EXPIRED' }],
  },
  '52': { title: 'Rejected at submit', refused: true, receipts: [] },
  '53': { title: 'No receipt', receipts: [] },
  '54': { title: 'Receipt before the submit response', receipts: [{ afterMs: 0, ...delivered }] },
  '55': {
    title: 'Duplicate receipt',
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
  '58': { title: 'Replies STOP', receipts: [{ afterMs: soon, ...delivered }], answers: 'STOP' },
  '59': { title: 'Echoes the text', receipts: [{ afterMs: soon, ...delivered }], answers: 'echo' },
  '60': { title: 'Throttled twice', throttles: 2, receipts: [{ afterMs: soon, ...delivered }] },
  '61': {
    title: 'One segment of a long text fails',
    failingPart: 1,
    receipts: [{ afterMs: soon, ...delivered }],
  },
};

export const getBehavior = (handset: string): HandsetBehavior =>
  special[handset.slice(-2)] ?? arrives;
