import type { ReceiptOutcome } from '@textloom/shared/handsets';
import type { ColumnType, RawBuilder, Generated } from 'kysely';
import type { Message, MessageError, MessageStatus } from '@textloom/shared/contract';
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
  encoding: Message['encoding'];
  segments: number;
  purpose: Message['purpose'];
  contact_id: string | null;
  reference: string | null;
  metadata: Json<Message['metadata']>;
  error: NullableJson<MessageError>;
  in_reply_to: string | null;
  sequence: number;
  send_at: Date | null;
  expires_at: Date | null;
  created_at: Date;
  sent_at: Date | null;
  delivered_at: Date | null;
  final_at: Date | null;
  /** The carrier that it was handed to, or that brought it. */
  carrier: string | null;
  /** The carrier's id of a received text, so that one brought twice counts once. */
  carrier_ref: string | null;
  /** Set before the carrier is asked; still set on a later attempt, it tells of a crash in between. */
  submitting_at: ColumnType<
    Date | null,
    Date | null | undefined,
    Date | null | RawBuilder<unknown>
  >;
  /** Who has set it: the last one to ask. */
  claim: string | null;
  /** How often the carrier was asked. */
  attempts: Generated<number>;
  /** Waiting messages with a higher priority go out first. */
  priority: Generated<number>;
  /** The place in the sender queue: the requested time. Null for received messages. */
  due_at: Date | null;
  /** The carrier had no room for it and is asked again then, by the database's clock. */
  not_before: Generated<Date | null>;
  /** Of the recipient, or of the sender of a received text: ISO 3166-1 alpha-2. */
  country: string | null;
  campaign_id: Generated<string | null>;
  /** The lists that the contact was on. */
  list_ids: Generated<string[]>;
  held_reason: Message['held_reason'];
  /** Of marketing, the time zones that the recipient may be in, whose quiet hours it keeps. */
  quiet_zones: string[] | null;
  /** The service's own answer to a keyword, which also reaches who has opted out. */
  is_keyword_reply: Generated<boolean>;
}

/** One part of a sent message, under the id that the carrier gave it. */
export interface PartTable {
  carrier: string;
  ref: string;
  message_id: string;
  part: number;
  outcome: ReceiptOutcome | null;
  carrier_code: string | null;
  /** Sent, and the carrier's answer never came: the ref is our own. */
  is_unanswered: Generated<boolean>;
}

export type { ReceiptOutcome };

/** Every receipt that came, also one that overtook the answer to its submit. */
export interface ReceiptTable {
  id: string;
  carrier: string;
  ref: string;
  outcome: ReceiptOutcome;
  carrier_code: string;
  received_at: Date;
  matched: Generated<boolean>;
  /** Of the message, where the receipt names its addresses, and the reference of its submit. */
  sender: string | null;
  recipient: string | null;
  reference: number | null;
}

/** A part of a long text that is coming in. */
export interface IncomingPartTable {
  carrier: string;
  sender: string;
  recipient: string;
  /** Tells the texts of one sender from each other. */
  reference: number;
  parts: number;
  /** Counted from 1. */
  part: number;
  data_coding: number;
  /** In base64. */
  octets: string;
  received_at: Date;
}

/** When the service last answered a keyword of a recipient. */
export interface KeywordAnswerTable {
  account_id: string;
  phone: string;
  keyword: string;
  answered_at: Date;
}

/** What a simulated handset was handed, and what it sent. */
export interface HandsetTextTable {
  id: string;
  /** Whose text it is, whoever has the number later; null where that is not known. */
  account_id: string | null;
  handset: string;
  direction: 'to_handset' | 'from_handset';
  sender: string;
  recipient: string;
  text: string;
  /** The message that was submitted. Null for texts that the handset sent. */
  message_id: string | null;
  /** How many parts the submit had; their carrier ids are `<id>-<part>`. */
  parts: number;
  /** Whether the text shows on the handset: not where the simulation loses it on the way. */
  is_shown: boolean;
  at: Date;
  /** Counts up, so that what is new can be asked for. */
  seq: Generated<number>;
}
