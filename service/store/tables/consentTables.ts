import type { ConsentRecord, Erasure, Review } from '@textloom/shared/contract';
import type { Generated } from 'kysely';
import type { Keyword } from '../../lib/keyword.ts';

/**
 * Stores the opt-out of a recipient. It outlives the contact, so that deleting a contact lifts no
 * opt-out.
 */
export interface OptOutTable {
  account_id: string;
  /** The number, or the hash of the number of an erased person, which starts with a tilde. */
  phone: string;
  /** The account's number that the opt-out is for. Empty for all numbers. */
  number: Generated<string>;
  created_at: Date;
  /** By the database's clock. Null if an earlier version stored the opt-out. */
  arrived_at: Generated<Date | null>;
}

/**
 * The ledger of consent. The database refuses to change its rows, and deletes only those of erased
 * people.
 */
export interface ConsentTable {
  id: string;
  account_id: string;
  phone: string;
  contact_id: string | null;
  action: ConsentRecord['action'];
  method: ConsentRecord['method'];
  number: string | null;
  words: string | null;
  rule: string | null;
  source: string | null;
  message_id: string | null;
  key_id: string | null;
  consented_at: Date;
  created_at: Date;
}

/** A received text about which a person must decide whether it is an opt-out. */
export interface ReviewTable {
  id: string;
  account_id: string;
  phone: string;
  number: string;
  status: Review['status'];
  keyword: Review['keyword'];
  rule: string;
  message_id: string;
  created_at: Date;
  decided_at: Date | null;
}

/** Stores when a number of the account last replied to a keyword of a recipient. */
export interface AutomaticReplyTable {
  account_id: string;
  phone: string;
  number: string;
  keyword: Keyword;
  replied_at: Date;
}

/** A person whose data an account has erased. */
export interface ErasureTable {
  id: string;
  account_id: string;
  contact_id: string | null;
  status: Erasure['status'];
  /** All spellings of the number. Null as soon as all is gone. */
  phones: string[] | null;
  /**
   * Recognizes late receipts, which name the number again. The same in all accounts. Empty when no
   * receipt can arrive anymore.
   */
  phone_hash: string;
  /** How many steps are complete. */
  step: Generated<number>;
  /** The last row that the current step has looked at. */
  cursor: Generated<string>;
  messages: Generated<number>;
  created_at: Date;
  completed_at: Date | null;
}

/** What a retention setting erases: the texts of codes, all texts, or whole messages. */
export type RetentionKind = 'otp_text' | 'text' | 'message';

/** The progress of the service with a retention setting of an account. */
interface RetentionWalkTable {
  /** Empty for stored responses, which the service reads for all accounts together. */
  account_id: string;
  kind: string;
  /** The last row that the service has looked at. */
  cursor: Generated<string>;
}

/** A message that a retention setting cannot erase yet. */
interface RetentionWaitTable {
  message_id: string;
  kind: RetentionKind;
  account_id: string;
  /** When to look at the message again. */
  retry_at: Date;
}

export interface RetentionTables {
  retention_walk: RetentionWalkTable;
  retention_wait: RetentionWaitTable;
}
