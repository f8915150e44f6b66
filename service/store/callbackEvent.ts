import type { ReceiptOutcome } from './messageTables.ts';

/** What a provider reports about a message of ours. */
export interface CallbackReceipt {
  readonly kind: 'receipt';
  /** The provider's ID of the message. */
  readonly ref: string;
  /** Our ID, if the callback proves that it is about this message. */
  readonly messageId?: string | undefined;
  /** Undefined if the callback only proves that the provider has taken the message. */
  readonly outcome?: ReceiptOutcome | undefined;
  /** The provider's status or error code. */
  readonly code: string;
}

/** A text from a recipient. */
export interface CallbackText {
  readonly kind: 'text';
  /** The provider's ID of the text. A text that the provider delivers twice counts once. */
  readonly ref: string;
  readonly from: string;
  readonly to: string;
  readonly text: string;
  /** What the provider takes the text for. If undefined, our own words decide. */
  readonly keyword?: 'stop' | 'start' | 'help' | undefined;
  /** Whether the provider replies to keywords itself, so that we must not. */
  readonly isAnswered?: boolean | undefined;
}

/** What a provider reports in a callback. It waits in the queue, so it is plain data. */
export type CallbackEvent = CallbackReceipt | CallbackText;
