import { createHash } from 'node:crypto';
import type { AvailableNumber, Message, MessageErrorCode } from '@textloom/shared/contract';
import type { ReceiptOutcome } from '../store/messageTables.ts';
import type { Fate } from './takeEach.ts';

export interface Submission {
  readonly messageId: string;
  readonly accountId: string;
  /** Of this hand-over; handed back with an answer that comes later. */
  readonly claim: string;
  readonly from: string;
  readonly to: string;
  readonly text: string;
  readonly encoding: Message['encoding'];
  readonly segments: number;
  readonly expiresAt: Date | null;
  /** How often the carrier was asked before. */
  readonly attempts: number;
}

export type SubmitResult =
  /**
   * Taken; a receipt may follow for each part under its ref. Null is that of a part of which it is
   * not known whether it was taken: it was sent, and the answer never came.
   */
  | { readonly kind: 'accepted'; readonly refs: readonly (string | null)[] }
  | { readonly kind: 'refused'; readonly error: MessageErrorCode; readonly carrierCode: string }
  | { readonly kind: 'throttled'; readonly retryAfterMs: number };

/** The answer to a submit that was `pending`. */
export interface Answer {
  readonly messageId: string;
  readonly claim: string;
  readonly result: SubmitResult;
}

export interface Receipt {
  readonly ref: string;
  /** Of the message that it is about, where the carrier says so; the reference is that of its submit. */
  readonly about?: {
    readonly from?: string | undefined;
    readonly to?: string | undefined;
    readonly reference?: number | undefined;
  };
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

/**
 * Where a carrier brings what comes in. It may forget the answers, the receipts and the texts
 * that are not postponed; nothing before.
 */
export interface Inbox {
  readonly answers: (answers: readonly Answer[]) => Promise<readonly Fate[]>;
  readonly receipts: (receipts: readonly Receipt[]) => Promise<readonly Fate[]>;
  readonly texts: (texts: readonly IncomingText[]) => Promise<readonly Fate[]>;
  /** There is room again. */
  readonly onCapacity: () => void;
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
  readonly has: (number: string) => boolean;
}

/** The carrier whose recipients are simulated: what it offers never leaves over another one. */
export const simulated = 'handset';

/** A way to recipients. */
export interface Carrier {
  readonly name: string;
  readonly numbers: NumberOffer;
  /** Whether a message can go this way, and if not, why. */
  readonly route: (message: Pick<Submission, 'from' | 'to'>) => string | undefined;
  /** How many messages it can be handed now. */
  readonly capacity: () => number;
  /**
   * Hands messages over, and answers for each in order; what is `pending` is answered through the
   * inbox. Of messages from one sender to one recipient none is taken after one that there is no room
   * for. Rejects only when nothing is known of any.
   */
  readonly submit: (
    messages: readonly Submission[],
  ) => Promise<readonly (SubmitResult | { readonly kind: 'pending' })[]>;
  /** Whether one message to a recipient must be answered before the next is handed over. */
  readonly serializesPerRecipient: boolean;
  /** The messages whose answers are still to come. */
  readonly pending: () => readonly string[];
  /**
   * Which of these messages the carrier has taken already, or may have taken, with their refs: asked
   * after a crash between a submit and its answer, so that nothing is sent twice blindly.
   */
  readonly find: (
    messages: readonly Submission[],
  ) => Promise<ReadonlyMap<string, readonly (string | null)[]>>;
  /** What else a receipt may call a ref. */
  readonly alternateIds: (ref: string) => readonly string[];
  readonly start: (inbox: Inbox) => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** What a part is called as long as its carrier has not said. */
export const ownRef = (messageId: string, part: number): string => `${messageId}-${part + 1}`;

/** The number of 16 bits that a submit carries, so that its receipt can be told where the answer is lost. */
export const referenceOf = (ownRef: string): number =>
  createHash('sha256').update(ownRef).digest().readUInt16BE(0);
