import type { ColumnType, RawBuilder, Generated, JSONColumnType } from 'kysely';
import type {
  Contact,
  ContactStatus,
  EventType,
  Message,
  MessageError,
  MessageStatus,
  PhoneNumber,
  Registration,
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
  /** ISO 3166-1 alpha-2 of those it may text; null where all of them. */
  countries: Generated<string[] | null>;
  /** Whether it may text premium-rate and satellite numbers. */
  allows_premium: Generated<boolean>;
  /** How many segments it may send on a day of its time zone; null where as many as it likes. */
  daily_segments: Generated<number | null>;
  /** The day that `segments_used` counts, such as 2026-01-31. */
  segments_day: Generated<string | null>;
  segments_used: Generated<number>;
  created_at: Date;
}

export interface ApiKeyTable {
  id: string;
  account_id: string;
  /** SHA-256 of the key, in hex. */
  hash: string;
  scope: Scope;
  name: Generated<string>;
  /** Null of a key from before they were kept. */
  last4: Generated<string | null>;
  /** To the minute. */
  last_used_at: Generated<Date | null>;
  /** The row stays, so that a start with the same API_KEY does not bring the key back. */
  revoked_at: Generated<Date | null>;
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
  /** How many messages its carrier takes from it; null where as many as it can. */
  messages_per_second: Generated<number | null>;
  /** Until when its pace is used up, by the database's clock. */
  paced_until: Generated<Date | null>;
  /** The registration of the campaign that its marketing counts for. */
  campaign_id: Generated<string | null>;
  /** The carrier that offered it; null where it was taken before that was kept. */
  carrier: Generated<string | null>;
  created_at: Date;
}

/** A brand and its campaign, in review at the registry for 10DLC or decided. */
export interface RegistrationTable {
  id: string;
  account_id: string;
  brand: Json<Registration['brand']>;
  campaign: Json<Registration['campaign']>;
  status: Registration['status'];
  rejections: Json<Registration['rejections']>;
  submitted_at: Date;
  decision_by: Date;
  /** When the registry is asked again. */
  review_at: Date;
  decided_at: Date | null;
}

export interface ListTable {
  id: string;
  account_id: string;
  name: string;
  created_at: Date;
  updated_at: Date;
}

export interface ListContactTable {
  list_id: string;
  contact_id: string;
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
  /** The higher goes first of what waits. */
  priority: Generated<number>;
  /** Its place in the line of its sender: when it was wanted to go out. Null of what was received. */
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
  /** Signs beside the new one until its time is over. */
  previous_secret: Generated<string | null>;
  previous_secret_until: Generated<Date | null>;
  /** Since when no delivery was taken. */
  failing_since: Generated<Date | null>;
  expires_at: Date | null;
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
  /** Whose text it is, whoever has the number later; null where that is not known. */
  account_id: string | null;
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

/** Messages and segments of each status; null stands for zero. */
type Counters = {
  [S in MessageStatus as S | `${S}_segments`]: number | null;
};
interface Counted extends Counters {
  account_id: string;
  /** When its quarter of an hour, or its hour, begins. */
  bucket: Date;
  /** Empty where it is of no list, or where lists are not told apart; the others likewise. */
  list_id: string;
  purpose: string;
  /** Empty of received messages, too: no number of the account has sent them. */
  sender: string;
  campaign_id: string;
  country: string;
}

/** What a part of the tally tells messages apart by: nothing, one thing or everything. */
export type Facet =
  'all' | 'purpose' | 'sender' | 'campaign_id' | 'country' | 'each' | 'list_id' | 'each_by_list';

/** What reports are added up from; counted by the database itself as messages change. */
export interface TallyTable extends Counted {
  facet: Facet;
  /** Minutes that a bucket lasts: 15 or 60. */
  width: number;
}

/** What is to be added to the tally. */
export interface TallyChangeTable extends Counted {
  /** Each message counts in each of its lists, and once without. */
  is_by_list: boolean;
}

/** What each process writes to find out whether the database takes changes. */
export interface HeartbeatTable {
  process: string;
  at: Date;
  padding: string | null;
}

export interface Database {
  account: AccountTable;
  api_key: ApiKeyTable;
  number: NumberTable;
  registration: RegistrationTable;
  list: ListTable;
  list_contact: ListContactTable;
  contact: ContactTable;
  opt_out: OptOutTable;
  message: MessageTable;
  part: PartTable;
  receipt: ReceiptTable;
  incoming_part: IncomingPartTable;
  keyword_answer: KeywordAnswerTable;
  event: EventTable;
  webhook: WebhookTable;
  delivery: DeliveryTable;
  idempotency: IdempotencyTable;
  handset_text: HandsetTextTable;
  tally: TallyTable;
  tally_change: TallyChangeTable;
  heartbeat: HeartbeatTable;
}
