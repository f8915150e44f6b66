import type { MessageErrorCode } from '@textloom/shared/contract';
import type { ReadEvent } from '../../store/callbackEvent.ts';
import type { CallbackReply, CallbackRequest } from '../callbacks.ts';
import type { Receipt, Submission } from '../carrier.ts';
import type { CarrierPlace } from '../defineCarrier.ts';
import type { NumberDialect } from './numbers/numberDialect.ts';
import type { HttpResponse, HttpRequest } from './send.ts';

/** A message for the provider. */
export interface Outgoing extends Submission {
  /** The URL for reports on this message. It proves which message a report is about. */
  readonly callbackUrl: string;
  /** How long the message is still worth sending, in seconds. */
  readonly lifeSeconds: number | null;
}

/** The meaning of the provider's response for the message. */
export type Meaning =
  /** The provider accepted the message, under this ID. */
  | { readonly kind: 'accepted'; readonly ref: string }
  | { readonly kind: 'refused'; readonly error: MessageErrorCode; readonly code: string }
  /** The provider did not accept the message, and asks for a pause. */
  | {
      readonly kind: 'throttled';
      readonly retryAfterMs?: number | undefined;
      /** Whether the provider may still know the message, and sends it only once. */
      readonly keepsCarrier?: boolean;
    }
  /**
   * The provider definitely did not accept the message now, because of its sender or its recipient.
   * It waits, and messages of other senders do not.
   */
  | {
      readonly kind: 'retry';
      readonly code: string;
      /** Whether the provider would not accept any message of this sender now. */
      readonly isAboutSender?: boolean;
    }
  /**
   * The provider definitely did not accept the message, because of the account or the settings: a
   * wrong key, no funds. The messages wait until somebody corrects it.
   */
  | { readonly kind: 'accountFault'; readonly code: string }
  /** It is unknown whether the provider accepted the message. It is not sent again. */
  | { readonly kind: 'unknown' };

/** The result of asking the provider for a message whose response was lost. */
export type Found =
  | { readonly kind: 'found'; readonly ref: string }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unknown' };

export interface MessageLookup<S> {
  readonly request: (settings: S, message: Outgoing) => HttpRequest;
  readonly read: (response: HttpResponse, message: Outgoing, settings: S) => Found;
  /**
   * Whether a message that the provider does not know definitely did not reach it, so that it is
   * sent again. False for lists that may lag or leave messages out.
   */
  readonly isConclusive: boolean;
}

export interface MediaAccess<S> {
  readonly headers: (settings: S) => Readonly<Record<string, string>>;
  /** The provider's own hosts that get these headers over TLS, besides that of `base_url`. */
  readonly hosts?: RegExp;
}

/** How to ask the provider for the receipt of a message. */
export interface ReceiptQuery<S> {
  readonly request: (settings: S, ref: string) => HttpRequest;
  /** Returns undefined if the message has no final status. Throwing counts as that. */
  readonly read: (response: HttpResponse) => Pick<Receipt, 'outcome' | 'code'> | undefined;
}

/**
 * How one provider speaks HTTP, as pure functions. The engine sends, waits, paces, retries, stores
 * and replies.
 */
export interface Dialect<S> {
  /** Whether messages can have media, which may depend on the settings. */
  readonly takesMedia: boolean | ((settings: S) => boolean);
  /** The number of characters of the longest text that the provider accepts. */
  readonly maxTextLength?: number;
  readonly submit: (settings: S, message: Outgoing) => HttpRequest;
  /**
   * Reads a response to a submit. Undefined leaves it to the rules for every provider (see
   * `classify`). Throwing counts as unknown.
   */
  readonly read: (response: HttpResponse, settings: S, message: Outgoing) => Meaning | undefined;
  readonly lookUp?: MessageLookup<S>;
  readonly receipt?: ReceiptQuery<S>;
  /**
   * Builds the requests that tell the provider where to post texts and receipts. The provider must
   * accept them any number of times. Missing if somebody enters the URL in a portal.
   */
  readonly register?: (settings: S, place: CarrierPlace) => readonly HttpRequest[];
  /**
   * A request that changes nothing and costs nothing, and that the provider serves only with the
   * right credentials.
   */
  readonly account?: (settings: S) => HttpRequest;
  /**
   * A request to learn whether the provider works again, if `account` cannot serve for this.
   * Without either of them, messages test the provider. Any response below 500, except for 429,
   * counts as working, because the account may not be allowed to make this request.
   */
  readonly probe?: (settings: S) => HttpRequest | undefined;
  /** Missing if the provider has no API for numbers. Include `numberSettings` in the settings. */
  readonly numbers?: NumberDialect<S>;
  /** Over the octets as they arrived. Throwing counts as no. */
  readonly isGenuine: (settings: S, call: CallbackCall, now: Date) => boolean;
  /**
   * Throws if the callback has an unknown format. An unreadable event does not stop the others,
   * because the provider would repeat all of them.
   */
  readonly readCallback: (call: CallbackCall, settings: S) => readonly ReadEvent[];
  /** The credentials for fetching media of received texts. Without it, requests have none. */
  readonly media?: MediaAccess<S>;
  /** The response to a callback. */
  readonly reply: CallbackReply;
  /** The largest callback with a text, if it contains files. By default, it has at most 1 MiB. */
  readonly maxTextBytes?: number;
}

export interface CallbackCall extends CallbackRequest {
  /** Our ID of the message, if the path of the callback proves it. */
  readonly messageId: string | undefined;
  /** Whether the request is at the inbound webhook URL that `doctor` prints, which is a secret. */
  readonly isAtTextsPath: boolean;
}
