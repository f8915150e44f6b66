import type { Verification, VerificationPrefix } from '@textloom/shared/contract';

/** Keys of the service that every process shares, unless the settings contain them. */
interface ServerKeyTable {
  name: string;
  key: string;
}

/** The text of a message that only its recipient may read, until a carrier has it. */
interface SecretTextTable {
  message_id: string;
  ciphertext: string;
}

export interface VerificationTable {
  id: string;
  account_id: string;
  phone: string;
  country: string | null;
  status: Verification['status'];
  /** Null as soon as the code is no longer valid. */
  code_hash: string | null;
  attempts_left: number;
  /** Whether the phone number entered a code before, so that its prefixes do not matter. */
  is_known: boolean;
  message_id: string;
  next_code_at: Date;
  expires_at: Date;
  created_at: Date;
  approved_at: Date | null;
}

/** The state of all phone numbers with one prefix. */
export interface VerificationPrefixTable {
  account_id: string;
  prefix: string;
  country: string | null;
  digits: number;
  status: VerificationPrefix['status'];
  debt: number;
  history: number;
  probes: number;
  strikes: number;
  until: Date;
  updated_at: Date;
}

/** Counts the codes of one hour. The empty prefix counts all codes of the account. */
interface VerificationHourTable {
  account_id: string;
  prefix: string;
  hour: Date;
  started: number;
  approved: number;
  refused: number;
}

export interface VerificationTables {
  server_key: ServerKeyTable;
  secret_text: SecretTextTable;
  verification: VerificationTable;
  verification_prefix: VerificationPrefixTable;
  verification_hour: VerificationHourTable;
}
