import type { AvailableNumber, MessageErrorCode } from '@textloom/shared/contract';
import type { ReceiptOutcome } from '../store/tables.ts';

export interface Submission {
  readonly messageId: string;
  readonly from: string;
  readonly to: string;
  readonly text: string;
  readonly segments: number;
  /** How often the carrier was asked before. */
  readonly attempts: number;
}

export type SubmitResult =
  /** Taken; a receipt may follow for each part under its ref. */
  | { readonly kind: 'accepted'; readonly refs: readonly string[] }
  | { readonly kind: 'refused'; readonly error: MessageErrorCode; readonly carrierCode: string }
  | { readonly kind: 'throttled'; readonly retryAfterMs: number };

export interface Receipt {
  readonly ref: string;
  readonly outcome: ReceiptOutcome;
  /** The carrier's own word, such as DELIVRD. */
  readonly code: string;
}

export interface IncomingText {
  /** The carrier's id of the text: brought twice, it counts once. */
  readonly ref: string;
  readonly from: string;
  readonly to: string;
  readonly text: string;
}

/** Where a carrier brings what comes in. It may forget what these have resolved for, and nothing before. */
export interface Inbox {
  readonly receipts: (receipts: readonly Receipt[]) => Promise<void>;
  readonly texts: (texts: readonly IncomingText[]) => Promise<void>;
}

export interface NumberCriteria {
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly type?: AvailableNumber['type'] | undefined;
  readonly areaCode?: string | undefined;
  /** Digits in a row. */
  readonly contains?: string | undefined;
}

/** The numbers that a carrier lets messages leave from. It does not know which of them are taken. */
export interface NumberOffer {
  /** What fits, page by page, in an order that stays. */
  readonly search: (criteria: NumberCriteria) => AsyncIterable<readonly AvailableNumber[]>;
  /**
   * What a number in E.164 form, a short code or a name is; undefined where the carrier has no such.
   * A short code and a name are of the country that is handed in.
   */
  readonly find: (number: string, country: string) => Promise<AvailableNumber | undefined>;
}

/** The way to the recipients. */
export interface Carrier {
  readonly name: string;
  readonly numbers: NumberOffer;
  /** Whether a number in E.164 form can be reached, and if not, why. */
  readonly route: (e164: string) => string | undefined;
  /**
   * Hands messages over, and answers for each in order. Of messages from one sender to one recipient
   * none is taken after one that there is no room for. Rejects only when nothing is known of any.
   */
  readonly submit: (messages: readonly Submission[]) => Promise<readonly SubmitResult[]>;
  /**
   * Which of these messages the carrier has taken already, with their refs: asked after a crash
   * between a submit and its answer, so that nothing is sent twice blindly.
   */
  readonly find: (messageIds: readonly string[]) => Promise<ReadonlyMap<string, readonly string[]>>;
  readonly start: (inbox: Inbox) => Promise<void>;
  readonly stop: () => Promise<void>;
}
