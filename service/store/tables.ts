import type { ColumnType, RawBuilder, Generated, JSONColumnType } from 'kysely';
import type {
  Contact,
  ContactStatus,
  EventType,
  Message,
  MessageError,
  MessageStatus,
  PhoneNumber,
  Scope,
  Webhook,
  WebhookFilter,
} from '@textloom/shared/contract';

/** JSON that is written as text and read as a value. */
type Json<T> = ColumnType<T, string, string>;
type NullableJson<T> = ColumnType<T | null, string | null, string | null>;

export interface AccountTable {
  id: string;
  name: string;
  default_country: string;
  time_zone: string;
  created_at: Date;
}

export interface ApiKeyTable {
  id: string;
  account_id: string;
  /** SHA-256 of the key, in hex. */
  hash: string;
  scope: Scope;
  /** The first account's admin key, which the start of the service makes or is given. */
  is_bootstrap: Generated<boolean>;
  created_at: Date;
}

export interface NumberTable {
  id: string;
  account_id: string;
  number: string;
  country: string;
  type: PhoneNumber['type'];
  status: PhoneNumber['status'];
  is_default: boolean;
  created_at: Date;
}

export interface ContactTable {
  id: string;
  account_id: string;
  phone: string;
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  external_id: string | null;
  attributes: JSONColumnType<Contact['attributes']>;
  time_zone: string | null;
  status: ContactStatus;
  consent: NullableJson<NonNullable<Contact['consent']>>;
  created_at: Date;
  updated_at: Date;
}

/** Who asked for no more messages. Outlives the contact, so that deleting one lifts no opt-out. */
export interface OptOutTable {
  account_id: string;
  phone: string;
  created_at: Date;
}

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
  /** The carrier that took it or brought it. */
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
}

export type ReceiptOutcome = 'delivered' | 'undelivered' | 'expired' | 'rejected' | 'discarded';

/** Every receipt that came, also one that overtook the answer to its submit. */
export interface ReceiptTable {
  id: string;
  carrier: string;
  ref: string;
  outcome: ReceiptOutcome;
  carrier_code: string;
  received_at: Date;
  matched: Generated<boolean>;
}

export interface EventTable {
  id: string;
  account_id: string;
  type: EventType;
  message_id: string | null;
  /** The very bytes that are signed and delivered. */
  body: string;
  created_at: Date;
}

export interface WebhookTable {
  id: string;
  account_id: string;
  url: string;
  events: Json<Webhook['events']>;
  filter: NullableJson<WebhookFilter>;
  secret: string;
  status: Webhook['status'];
  disabled_reason: string | null;
  created_at: Date;
  updated_at: Date;
}

export interface DeliveryTable {
  id: string;
  webhook_id: string;
  event_id: string;
  event_type: EventType;
  attempt: number;
  status_code: number | null;
  answer: string | null;
  error: string | null;
  duration_ms: number;
  started_at: Date;
  next_attempt_at: Date | null;
}

export interface IdempotencyTable {
  account_id: string;
  path: string;
  key: string;
  /** SHA-256 of the request's input, in hex. */
  fingerprint: string;
  status: number;
  body: string;
  created_at: Date;
}

/** What a simulated handset was handed, and what it sent. */
export interface HandsetTextTable {
  id: string;
  handset: string;
  direction: 'to_handset' | 'from_handset';
  sender: string;
  recipient: string;
  text: string;
  /** The message that was submitted; null of what the handset sent. */
  message_id: string | null;
  /** How many parts the submit had; their carrier ids are `<id>-<part>`. */
  parts: number;
  /** Whether the text shows on the handset: not where the simulation loses it on the way. */
  is_shown: boolean;
  at: Date;
  /** Counts up, so that what is new can be asked for. */
  seq: Generated<number>;
}

export interface Database {
  account: AccountTable;
  api_key: ApiKeyTable;
  number: NumberTable;
  contact: ContactTable;
  opt_out: OptOutTable;
  message: MessageTable;
  part: PartTable;
  receipt: ReceiptTable;
  event: EventTable;
  webhook: WebhookTable;
  delivery: DeliveryTable;
  idempotency: IdempotencyTable;
  handset_text: HandsetTextTable;
}
