import { createHash } from 'node:crypto';
import type {
  AttemptResult,
  AvailableNumber,
  Message,
  MessageErrorCode,
} from '@textloom/shared/contract';
import type { CallbackText } from '../store/callbackEvent.ts';
import type { ReceiptOutcome } from '../store/tables/messageTables.ts';
import type { Lease } from './lease.ts';
import type { InboxOutcome } from './storeEach.ts';

export interface Submission {
  readonly messageId: string;
  readonly accountId: string;
  /** The claim of this submit. A result that comes later names it. */
  readonly claim: string;
  /** While it is not fresh, the carrier must not send the message. */
  readonly lease: Lease;
  readonly from: string;
  readonly to: string;
  /** Empty if the message consists only of media. */
  readonly text: string;
  /** The URLs of the media. Empty for an SMS. */
  readonly media: readonly string[];
  readonly encoding: Message['encoding'];
  readonly segments: number;
  readonly expiresAt: Date | null;
  /** How often the service submitted the message before. */
  readonly attempts: number;
  /** Whether this is an automatic reply, such as the reply to STOP. */
  readonly isAutomatic?: boolean;
}

export type SubmitResult =
  /**
   * The carrier accepted the message. A receipt may follow for each part under its reference. The
   * reference is null if the part was sent but the response never arrived.
   */
  | { readonly kind: 'accepted'; readonly refs: readonly (string | null)[] }
  | { readonly kind: 'refused'; readonly error: MessageErrorCode; readonly carrierCode: string }
  /** The carrier definitely did not accept the message. It goes back to its queue. */
  | {
      readonly kind: 'unsent';
      readonly retryAfterMs: number;
      /** Why, for the history of the message. Absent if the carrier was not even tried. */
      readonly attempt?: { readonly result: AttemptResult; readonly code?: string };
      /** Whether the carrier accepts nothing from the sender until then. */
      readonly pausesSender?: boolean;
      /** Whether no other carrier may get the message, because this one may still know it. */
      readonly keepsCarrier?: boolean;
    };

/** The result of a submit that was `pending`. */
export interface SubmitResponse {
  readonly messageId: string;
  readonly claim: string;
  readonly result: SubmitResult;
}

export interface Receipt {
  readonly ref: string;
  /** The addresses of the message and the reference of its submit, if the carrier names them. */
  readonly message?: {
    readonly from?: string | undefined;
    readonly to?: string | undefined;
    readonly reference?: number | undefined;
  };
  readonly outcome: ReceiptOutcome;
  /** The carrier's code, such as DELIVRD. */
  readonly code: string;
}

/** A text from a recipient. */
export type IncomingText = Omit<CallbackText, 'kind'> & {
  /** When the first part arrived. An account that got the number later must not see the text. */
  readonly receivedAt: Date;
  /** When the service stored it first, by the database's clock. By default, it arrives now. */
  readonly arrivedAt?: Date;
};

/**
 * Receives what a carrier delivers. The carrier must keep a submit result, receipt, or text until
 * its outcome is known and is not `postponed`.
 */
export interface Inbox {
  readonly submitResponses: (
    submitResponses: readonly SubmitResponse[],
  ) => Promise<readonly InboxOutcome[]>;
  readonly receipts: (receipts: readonly Receipt[]) => Promise<readonly InboxOutcome[]>;
  readonly texts: (texts: readonly IncomingText[]) => Promise<readonly InboxOutcome[]>;
  /** Reports that the carrier has capacity again. */
  readonly onCapacity: () => void;
}

export interface NumberCriteria {
  /** In ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly type?: AvailableNumber['type'] | undefined;
  readonly areaCode?: string | undefined;
  /** Consecutive digits of the number. */
  readonly contains?: string | undefined;
}

/**
 * The senders that a carrier offers without asking its provider. It does not know which of them
 * accounts already use.
 */
export interface NumberOffer {
  /** Returns matching numbers page by page, in a stable order. */
  readonly search: (criteria: NumberCriteria) => AsyncIterable<readonly AvailableNumber[]>;
  /**
   * Finds a number in E.164 form, a short code, or a name. Returns undefined if the carrier does
   * not offer it. A short code or a name belongs to the given country.
   */
  readonly find: (number: string, country: string) => Promise<AvailableNumber | undefined>;
  readonly has: (number: string) => boolean;
}

/** The result of a change at the provider. */
export type NumberChange =
  | { readonly kind: 'done' }
  | { readonly kind: 'refused'; readonly code: string }
  /** The provider definitely changed nothing. The same request can succeed later. */
  | { readonly kind: 'unsent' }
  /** Nobody knows whether the provider made the change. */
  | { readonly kind: 'unknown' };

/**
 * The numbers at the provider, for carriers that can ask for them. A request that gets
 * no response from the provider rejects with the error `unavailable`.
 */
export interface NumberInventory {
  /** How many numbers all accounts together can buy. If it is 0, they cannot release any. */
  readonly maxPurchases: number;
  /** Reads the imported numbers again. If that fails, the earlier ones stay. */
  readonly refresh: () => Promise<void>;
  /** Returns the numbers that the operator has at the provider, if they are imported. */
  readonly imported: () => Promise<readonly AvailableNumber[]>;
  /** Finds an imported number as the provider knows it now. */
  readonly findImported: (number: string) => Promise<AvailableNumber | undefined>;
  /** Returns numbers for sale. Empty if accounts cannot buy any, or if the provider fails. */
  readonly search: (criteria: NumberCriteria) => Promise<readonly AvailableNumber[]>;
  /** Finds a number for sale. */
  readonly find: (number: string) => Promise<AvailableNumber | undefined>;
  /** Returns whether the operator has the number now, imported or not. */
  readonly owns: (number: string) => Promise<boolean>;
  readonly buy: (number: string) => Promise<NumberChange>;
  /** Has the texts to a number delivered to the service, unless the number has a receiver. */
  readonly connect: (number: string) => Promise<NumberChange>;
  /** Releases a number. If the operator does not have it, there is nothing to do. */
  readonly release: (number: string) => Promise<NumberChange>;
}

/** The carrier with simulated recipients. Other carriers never send from its numbers. */
export const simulated = 'handset';

/** Whether a carrier works. It is open, as in an electric circuit, while the carrier fails. */
export interface Circuit {
  /** While it is open, messages go to another carrier, except for one that tests this carrier. */
  readonly isOpen: boolean;
  /** Milliseconds until the next attempt. Also set while the carrier only asks for a pause. */
  readonly retryInMs: number;
  /** Whether no message has tried the carrier lately, so that it may work again. */
  readonly isUntested?: boolean;
}

/** How many failures in a row open a circuit. A single one among many messages says little. */
export const failuresToOpen = 3;

/** A failing carrier counts as untested if no message tries it this long after its pause. */
export const untestedAfterMs = 90_000;

/** The references of a message that the carrier may have accepted, if it could be looked up. */
export type FindAnswer = readonly (string | null)[] | 'undecided';

/** A connection to recipients. */
export interface Carrier {
  readonly name: string;
  /** Whether the carrier can send pictures and other media. */
  readonly takesMedia: boolean;
  /** The most characters of a text, if fewer than a message can have. */
  readonly maxTextLength?: number | undefined;
  readonly circuit: () => Circuit;
  readonly numbers: NumberOffer;
  readonly inventory?: NumberInventory | undefined;
  /** Returns why the carrier cannot send a message, or undefined if it can. */
  readonly findRefusal: (message: Pick<Submission, 'from' | 'to'>) => string | undefined;
  /**
   * Returns whether the alphabet of the carrier has all characters of a GSM-7 text. Otherwise, the
   * carrier sends the text in UCS-2. Missing if it has every such character.
   */
  readonly hasCharacters?: (text: string) => boolean;
  /**
   * Returns the headers for fetching received media from a URL. They contain credentials only if
   * the URL is the provider's own.
   */
  readonly mediaHeaders?: (url: URL) => Readonly<Record<string, string>>;
  /** Returns how many messages the carrier can accept now. */
  readonly capacity: () => number;
  /**
   * Submits messages and returns a result for each, in order. The result of a `pending` message
   * comes through the inbox. If a message does not fit, the carrier accepts no later one from the
   * same sender to the same recipient. Rejects only if the result of every message is unknown.
   */
  readonly submit: (
    messages: readonly Submission[],
  ) => Promise<readonly (SubmitResult | { readonly kind: 'pending' })[]>;
  /** Whether the result of one message to a recipient must arrive before the next submit. */
  readonly serializesPerRecipient: boolean;
  /** Returns the submits whose results are still to come. */
  readonly pending: () => readonly Pick<Submission, 'messageId' | 'claim' | 'lease'>[];
  /**
   * Returns which of these messages the carrier has accepted or may have accepted, with their
   * references, and which of them it could not look up. The service calls this after a crash
   * between a submit and its result, so that it does not send messages twice. It asks again later
   * about those that are undecided.
   */
  readonly find: (messages: readonly Submission[]) => Promise<ReadonlyMap<string, FindAnswer>>;
  /**
   * Asks for the receipts of messages by their references, and returns those that the carrier has.
   * Missing if the carrier cannot be asked. Returns early once the signal aborts.
   */
  readonly fetchReceipts?: (
    refs: readonly string[],
    signal: AbortSignal,
  ) => Promise<readonly Receipt[]>;
  /** Returns the other spellings of a reference that a receipt may use. */
  readonly alternateIds: (ref: string) => readonly string[];
  readonly start: (inbox: Inbox) => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Returns our reference of a part, for use until the carrier names its own. */
export const ownRef = (messageId: string, part: number): string => `${messageId}-${part + 1}`;

/** Returns the 16-bit number of a submit, which identifies its receipt if the response is lost. */
export const submitReference = (ownRef: string): number =>
  createHash('sha256').update(ownRef).digest().readUInt16BE(0);

/** The properties of a carrier that a result or a receipt needs. */
export type CarrierRef = Pick<Carrier, 'name' | 'alternateIds'>;

/** Returns the reference to a carrier that may no longer be configured. */
export const unknownCarrier = (name: string): CarrierRef => ({ name, alternateIds: () => [] });
