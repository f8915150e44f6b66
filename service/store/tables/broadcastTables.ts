import type {
  Broadcast,
  BroadcastRecipient,
  MessageStatus,
  NewBroadcast,
} from '@textloom/shared/contract';
import type { ColumnType, Generated, RawBuilder } from 'kysely';
import type { Medium } from './messageTables.ts';
import type { Json, NullableJson } from './tables.ts';

export interface BroadcastTable {
  id: string;
  account_id: string;
  name: string;
  status: Broadcast['status'];
  stopped_reason: Broadcast['stopped_reason'];
  audience: Json<NewBroadcast['audience']>;
  /** The number or name that the messages come from, as the account stores it. */
  sender: string;
  text: string;
  /** The pictures and other files of an MMS. Null for an SMS. */
  media: NullableJson<Medium[]>;
  smart_encoding: boolean;
  purpose: Broadcast['purpose'];
  messages_per_minute: number | null;
  failure_percent: number;
  opt_out_percent: number;
  metadata: Json<Broadcast['metadata']>;
  send_at: Date | null;
  created_at: Date;
  started_at: Date | null;
  completed_at: Date | null;
}

type DatabaseTime = ColumnType<
  Date | null,
  Date | null | RawBuilder<unknown> | undefined,
  Date | null | RawBuilder<unknown>
>;

/**
 * The progress of the service with a broadcast. Only the process that holds the lock of this row
 * works on the broadcast. Everything that locks both rows locks this one first.
 */
interface BroadcastWorkTable {
  broadcast_id: string;
  /** When to continue, by the database's clock. Null if there is nothing to do. */
  next_at: DatabaseTime;
  /** Whether all recipients exist. */
  is_expanded: Generated<boolean>;
  /** Whether messages may still be held because of an earlier pause. */
  is_releasing: Generated<boolean>;
  /** The last contact that the expansion looked at. */
  contact_cursor: Generated<string>;
  /** The newest contact at the start. Null if an earlier version started the broadcast. */
  last_contact: Generated<string | null>;
  recipients: Generated<number>;
  /** The recipients whose message exists. */
  created: Generated<number>;
  skipped: Generated<number>;
  /** The broadcast has used up its pace until this time, by the database's clock. */
  paced_until: DatabaseTime;
  /** The counts at the last resume. The stop rules look only at what happened since. */
  judged_from: NullableJson<Tally>;
  /** How many messages were finished at the last step. */
  finished: Generated<number>;
  /** How many steps in a row changed nothing, so that the service looks less and less often. */
  idle_steps: Generated<number>;
}

/** A phone that a broadcast goes to. */
interface BroadcastRecipientTable {
  broadcast_id: string;
  /** The same for all spellings of a number that reach one phone. */
  phone_key: string;
  phone: string;
  contact_id: string;
  status: BroadcastRecipient['status'];
  skipped_reason: BroadcastRecipient['skipped_reason'];
  message_id: string | null;
  /** When the quiet hours of a pending recipient end. */
  due_at: Generated<Date>;
  has_replied: Generated<boolean>;
  has_opted_out: Generated<boolean>;
}

/** What a broadcast counts: messages by their status, and recipients who did something. */
export type TallyKind = MessageStatus | 'replied' | 'opted_out';

export type Tally = Readonly<
  Partial<Record<TallyKind, { readonly messages: number; readonly segments: number }>>
>;

/** The counts of a broadcast. The database updates those of messages. */
interface BroadcastTallyTable {
  broadcast_id: string;
  kind: TallyKind;
  messages: number;
  segments: number;
}

export interface BroadcastTables {
  broadcast: BroadcastTable;
  broadcast_work: BroadcastWorkTable;
  broadcast_recipient: BroadcastRecipientTable;
  broadcast_tally: BroadcastTallyTable;
  /** Changes that the service has not added to the tally yet. */
  broadcast_tally_change: BroadcastTallyTable;
}
