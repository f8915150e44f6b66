import type { Keyword } from '../lib/keyword.ts';
import type { ReceiptOutcome } from './tables/messageTables.ts';

/** A provider's report on a message. */
export interface CallbackReceipt {
  readonly kind: 'receipt';
  /** The provider's ID of the message. */
  readonly ref: string;
  /** Our ID, if the callback proves that it is about this message. */
  readonly messageId?: string | undefined;
  /** Undefined if the callback only proves that the provider accepted the message. */
  readonly outcome?: ReceiptOutcome | undefined;
  /** The provider's status or error code. */
  readonly code: string;
}

/** A picture or another file with a text. */
export interface CallbackMedia {
  /** The URL of the file at the provider, or a `data:` URL with its content in base64. */
  readonly url: string;
  /** The type that the provider claims. */
  readonly contentType?: string | undefined;
}

/** A text from a recipient. */
export interface CallbackText {
  readonly kind: 'text';
  /** The provider's ID of the text. A text that the provider delivers twice counts once. */
  readonly ref: string;
  readonly from: string;
  readonly to: string;
  /** Can be empty if there is media. */
  readonly text: string;
  readonly media?: readonly CallbackMedia[] | undefined;
  /** The keyword that the provider found. If undefined, the service looks for one. */
  readonly keyword?: Keyword | undefined;
  /** Whether the provider replies to keywords itself, so that we must not. */
  readonly isRepliedTo?: boolean | undefined;
}

/** One report in a callback. It waits in the queue, so it is plain data. */
export type CallbackEvent = CallbackReceipt | CallbackText;

/** An event of a callback, or that the event has an unknown format. */
export type ReadEvent = CallbackEvent | 'unreadable';

export const isReadableEvent = (event: ReadEvent): event is CallbackEvent => event !== 'unreadable';
