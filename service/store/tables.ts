import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type {
  Contact,
  ContactStatus,
  EventType,
  PhoneNumber,
  Registration,
  Scope,
  Webhook,
  WebhookFilter,
} from '@textloom/shared/contract';
import type {
  HandsetTextTable,
  IncomingPartTable,
  KeywordAnswerTable,
  MessageTable,
  PartTable,
  ReceiptTable,
} from './messageTables.ts';
import type { TallyChangeTable, TallyTable } from './tallyTables.ts';

/** JSON that is written as text and read as a value. */
export type Json<T> = ColumnType<T, string, string>;

export type NullableJson<T> = ColumnType<T | null, string | null, string | null>;

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
