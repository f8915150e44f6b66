import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type {
  Account,
  Contact,
  ContactStatus,
  PhoneNumber,
  Registration,
} from '@textloom/shared/contract';
import type { BroadcastTables } from './broadcastTables.ts';
import type {
  AttemptTable,
  ConversationTable,
  DeletedContactTable,
  HandsetTextTable,
  IncomingPartTable,
  MessageTable,
  PartTable,
  ReceiptTable,
  ReceivedMediaTable,
} from './messageTables.ts';
import type {
  AutomaticReplyTable,
  ConsentTable,
  ErasureTable,
  OptOutTable,
  RetentionTables,
  ReviewTable,
} from './consentTables.ts';
import type { ApiKeyTable, AuditLogTable } from './keyTables.ts';
import type { TallyChangeTable, TallyTable } from './tallyTables.ts';
import type { VerificationTables } from './verificationTables.ts';
import type {
  AcknowledgedEventTable,
  BurstTable,
  DeliveryTable,
  EventClaimTable,
  EventTable,
  WebhookTable,
} from './webhookTables.ts';

/** Writes JSON as text and reads it as a value. */
export type Json<T> = ColumnType<T, string, string>;

export type NullableJson<T> = ColumnType<T | null, string | null, string | null>;

/** Writes JSON as text and reads it as a value. The database has a default. */
type GeneratedJson<T> = ColumnType<T, string | undefined, string>;

export interface AccountTable {
  id: string;
  /** Whether the account, which is the first one, belongs to the operator of the service. */
  is_operator: Generated<boolean>;
  name: string;
  default_country: string;
  time_zone: string;
  /** The countries that the account may text, in ISO 3166-1 alpha-2. Null allows all countries. */
  countries: Generated<string[] | null>;
  /** Whether the account may text premium-rate and satellite numbers. */
  allows_premium: Generated<boolean>;
  /** How many segments the account may send per day in its time zone. Null means no limit. */
  daily_segments: Generated<number | null>;
  /** The day that `segments_used` counts, such as 2026-01-31. */
  segments_day: Generated<string | null>;
  segments_used: Generated<number>;
  brand: Generated<string | null>;
  support_contact: Generated<string | null>;
  language: Generated<Account['language']>;
  replies: GeneratedJson<Account['replies']>;
  keywords: GeneratedJson<Account['keywords']>;
  opt_out_scope: Generated<Account['opt_out_scope']>;
  quiet_hours: GeneratedJson<Account['quiet_hours']>;
  verification_countries: Generated<string[] | null>;
  verifications_per_day: Generated<number | null>;
  retention: GeneratedJson<Account['retention']>;
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
  /** How many messages per second the carrier accepts from the number. Null means no limit. */
  messages_per_second: Generated<number | null>;
  /** The number has used up its pace until this time, by the database's clock. */
  paced_until: Generated<Date | null>;
  /** The registration of the campaign that the number's marketing belongs to. */
  campaign_id: Generated<string | null>;
  /** The carrier that offered the number. Null if an earlier version added the number. */
  carrier: Generated<string | null>;
  /** When the service asked the carrier to sell the number. Null if it did not. */
  ordered_at: Generated<Date | null>;
  purchase_error: Generated<string | null>;
  /** Whether a pending number becomes the default. Null if it does only without another one. */
  wants_default: Generated<boolean | null>;
  created_at: Date;
}

/** A number that no account can provision until it is gone from the account at its provider. */
interface LeavingNumberTable {
  number: string;
  carrier: string;
  created_at: Date;
  /** When the provider took the number back. The row stays for a while. */
  released_at: Generated<Date | null>;
}

/** A number that its last account released. Other accounts get it later. */
interface ReleasedNumberTable {
  number: string;
  account_id: string;
  created_at: Date;
}

/** An order that costs money, or might. It stays when the account releases the number. */
interface NumberOrderTable {
  number_id: string;
  account_id: string;
  number: string;
  carrier: string;
  created_at: Date;
  bought_at: Generated<Date | null>;
  /** When the provider took the number back. */
  released_at: Generated<Date | null>;
}

/** A brand and its campaign, which the 10DLC registry reviews. */
export interface RegistrationTable {
  id: string;
  account_id: string;
  brand: Json<Registration['brand']>;
  campaign: Json<Registration['campaign']>;
  status: Registration['status'];
  rejections: Json<Registration['rejections']>;
  submitted_at: Date;
  decision_by: Date;
  /** When the service checks with the registry again. */
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

interface ListContactTable {
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
  /** The account's numbers that the contact opted out of, if the opt-out is not for all of them. */
  opted_out_numbers: Generated<string[]>;
  consent: NullableJson<NonNullable<Contact['consent']>>;
  created_at: Date;
  updated_at: Date;
}

interface IdempotencyTable {
  account_id: string;
  path: string;
  key: string;
  /** The SHA-256 hash of the request's input, in hex. */
  fingerprint: string;
  status: number;
  body: string;
  created_at: Date;
}

/** Each process writes a heartbeat to check whether the database accepts changes. */
interface HeartbeatTable {
  process: string;
  at: Date;
  padding: string | null;
}

/** Each process writes what it knows about a carrier. */
interface CarrierStateTable {
  process: string;
  carrier: string;
  state: Json<unknown>;
  /** False as soon as the process stops in order. */
  is_running: boolean;
  at: Generated<Date>;
}

export interface Database extends BroadcastTables, RetentionTables, VerificationTables {
  account: AccountTable;
  api_key: ApiKeyTable;
  audit_log: AuditLogTable;
  number: NumberTable;
  leaving_number: LeavingNumberTable;
  released_number: ReleasedNumberTable;
  deleted_contact: DeletedContactTable;
  number_order: NumberOrderTable;
  registration: RegistrationTable;
  list: ListTable;
  list_contact: ListContactTable;
  contact: ContactTable;
  opt_out: OptOutTable;
  consent: ConsentTable;
  erasure: ErasureTable;
  review: ReviewTable;
  message: MessageTable;
  conversation: ConversationTable;
  received_media: ReceivedMediaTable;
  attempt: AttemptTable;
  part: PartTable;
  receipt: ReceiptTable;
  incoming_part: IncomingPartTable;
  automatic_reply: AutomaticReplyTable;
  event: EventTable;
  burst: BurstTable;
  webhook: WebhookTable;
  delivery: DeliveryTable;
  acknowledged_event: AcknowledgedEventTable;
  event_claim: EventClaimTable;
  idempotency: IdempotencyTable;
  handset_text: HandsetTextTable;
  tally: TallyTable;
  tally_change: TallyChangeTable;
  heartbeat: HeartbeatTable;
  carrier_state: CarrierStateTable;
}
