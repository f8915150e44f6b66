import type { ReceiptOutcome as HandsetOutcome } from '@textloom/shared/handsets';
import type { ColumnType, RawBuilder, Generated } from 'kysely';
import type {
  AttemptResult,
  Conversation,
  Message,
  MessageError,
  MessageStatus,
} from '@textloom/shared/contract';
import type { Json, NullableJson } from './tables.ts';

export interface MessageTable {
  id: string;
  account_id: string;
  direction: Message['direction'];
  status: MessageStatus;
  recipient: string;
  sender: string;
  text: string;
  sent_text: string | null;
  /** When a retention setting erased the text and the media. */
  text_erased_at: Generated<Date | null>;
  encoding: Message['encoding'];
  segments: number;
  purpose: Message['purpose'];
  contact_id: string | null;
  reference: string | null;
  metadata: Json<Message['metadata']>;
  /** The pictures and other files of an MMS. Null for an SMS. */
  media: NullableJson<Medium[]>;
  error: NullableJson<MessageError>;
  in_reply_to: string | null;
  sequence: number;
  send_at: Date | null;
  expires_at: Date | null;
  created_at: Date;
  sent_at: Date | null;
  delivered_at: Date | null;
  final_at: Date | null;
  /** The carrier that sends the message, or that delivered a received text. */
  carrier: string | null;
  /** The carrier's ID of a received text, so that a text delivered twice counts once. */
  carrier_ref: string | null;
  /**
   * Set before the submit. If it is still set on a later attempt, the process crashed in between.
   */
  submitting_at: ColumnType<
    Date | null,
    Date | null | undefined,
    Date | null | RawBuilder<unknown>
  >;
  /** The claim that set `submitting_at` last. */
  claim: string | null;
  /** How often the service tried to submit the message. Counts from the claim. */
  attempts: Generated<number>;
  /** Whether no other carrier may get the message, because its carrier may still know it. */
  keeps_carrier: Generated<boolean>;
  /** Waiting messages with a higher priority go out first. */
  priority: Generated<number>;
  /** The place in the sender queue: the requested time. Null for received messages. */
  due_at: Date | null;
  /**
   * When to retry after the carrier had no capacity, by the database's clock. Infinite while the
   * broadcast of the message is paused or stopped.
   */
  not_before: Generated<Date | null>;
  /** The country of the recipient, or of the sender of a received text, in ISO 3166-1 alpha-2. */
  country: string | null;
  campaign_id: Generated<string | null>;
  /** The lists of the contact at the time of the message. */
  list_ids: Generated<string[]>;
  held_reason: Message['held_reason'];
  /**
   * For marketing, the time zones that the recipient may be in. The message respects their quiet
   * hours.
   */
  quiet_zones: string[] | null;
  /**
   * Whether this is the service's reply to a keyword. It also goes to recipients who have opted
   * out.
   */
  is_keyword_reply: Generated<boolean>;
  broadcast_id: Generated<string | null>;
  /** The keyword that a received text certainly means. */
  keyword: Generated<Message['keyword']>;
  /** The keyword that a received text may mean. */
  possible_keyword: Generated<Message['possible_keyword']>;
  /** The rule that found one of them. */
  keyword_rule: Generated<string | null>;
  /**
   * When a text that may ask to stop or start arrived, by the database's clock. Null for others,
   * and if an earlier version stored the text.
   */
  arrived_at: ColumnType<Date | null, Date | null | undefined | RawBuilder<unknown>, never>;
}

/** The messages between a number of an account and a phone. */
export interface ConversationTable {
  /** Computed from the account and the two numbers. */
  id: string;
  account_id: string;
  number: string;
  /** The spelling of the other number that the other side used last. */
  phone: string;
  /** All spellings of the other number. */
  phones: string[];
  status: Conversation['status'];
  /** How many received messages nobody has read. */
  unread: Generated<number>;
  last_message_id: string | null;
  /** The received message that opened the conversation. Null if a person did. */
  opened_by: string | null;
  created_at: Date;
  updated_at: Date;
  closed_at: Generated<Date | null>;
}

/** A picture or another file of an MMS. */
export interface Medium {
  readonly url: string;
}

/** Stores how attempts to submit a message to a carrier ended, unless the first one succeeded. */
export interface AttemptTable {
  id: string;
  message_id: string;
  carrier: string;
  /** Earlier versions wrote `limited` for `throttled`. */
  result: AttemptResult | 'limited';
  /** Empty if there is none, so that it can be part of a key. */
  carrier_code: string;
  /** How many attempts ended like this. */
  count: Generated<number>;
  first_at: Date;
  last_at: Date;
}

/** One part of a sent message, under the carrier's reference. */
export interface PartTable {
  carrier: string;
  ref: string;
  message_id: string;
  part: number;
  outcome: ReceiptOutcome | null;
  carrier_code: string | null;
  /** Whether the carrier never responded to the submit, so that `ref` is our own. */
  is_unanswered: Generated<boolean>;
}

/** The outcome in a receipt. Providers also report why they did not even try. */
export type ReceiptOutcome =
  HandsetOutcome | 'opted_out' | 'unregistered' | 'unroutable' | 'unavailable' | 'media_rejected';

/**
 * Stores the delivery receipts that wait for their message, such as one that arrives before the
 * response to its submit.
 */
export interface ReceiptTable {
  id: string;
  carrier: string;
  ref: string;
  outcome: ReceiptOutcome;
  carrier_code: string;
  received_at: Date;
  /** Always false. Earlier versions kept receipts after they found their message. */
  matched: Generated<boolean>;
  /** The addresses of the message and the reference of its submit, if the receipt names them. */
  sender: string | null;
  recipient: string | null;
  reference: number | null;
}

/** A part of a long text that has not arrived completely, or was joined a few minutes ago. */
export interface IncomingPartTable {
  carrier: string;
  sender: string;
  recipient: string;
  /** Distinguishes the texts of one sender. */
  reference: number;
  parts: number;
  /** Starts at 1. */
  part: number;
  data_coding: number;
  /** Encoded in base64. */
  octets: string;
  received_at: Date;
  /** When the text of the part was joined. A repeat of the part has a later `received_at`. */
  joined_at: Generated<Date | null>;
}

/** A picture or another file of a received message. */
export interface ReceivedMediaTable {
  id: string;
  account_id: string;
  message_id: string;
  /** The place in the message, starting at 1. */
  position: number;
  /** The URL of the file at the provider. Null if the service will not fetch it anymore. */
  source: string | null;
  status: Generated<'pending' | 'stored' | 'failed'>;
  /** While the status is pending, the type that the provider claims. */
  content_type: string | null;
  size: number | null;
  data: Buffer | null;
  /** The key that signs the links to this file. */
  link_key: string;
  created_at: Date;
}

/** Stores the texts that a simulated handset received and sent. */
export interface HandsetTextTable {
  id: string;
  /**
   * The account that owns the text, even if the number moves to another account. Null if unknown.
   */
  account_id: string | null;
  handset: string;
  direction: 'to_handset' | 'from_handset';
  sender: string;
  recipient: string;
  text: string;
  /** The pictures and other files of an MMS. Null for an SMS. */
  media: NullableJson<Medium[]>;
  /** The message that was submitted. Null for texts that the handset sent. */
  message_id: string | null;
  /** How many parts the submit had. The carrier's references are `<id>-<part>`. */
  parts: number;
  /** Whether the text shows on the handset. It does not if the simulation loses the text. */
  is_shown: boolean;
  at: Date;
  /** Counts up, so that a client can ask for new texts. */
  seq: Generated<number>;
}

/** Names the newest message of a deleted contact, if it has one. */
export interface DeletedContactTable {
  id: string;
  account_id: string;
  message_id: string | null;
}
