import type { ConsentRecord } from '@textloom/shared/contract';
import type { Context } from '../core/context.ts';
import { newId } from '../lib/ids.ts';
import type { Trx } from '../store/database.ts';
import { insertMany } from '../store/insertMany.ts';

/** How a person agreed or refused to be texted, and who recorded it. */
export interface ConsentStatement {
  readonly method: ConsentRecord['method'];
  /** When the person agreed or refused. */
  readonly at: Date;
  /** When the text arrived. The service can process it after a text that arrived later. */
  readonly receivedAt?: Date;
  /** The same by the database's clock. By default, it arrives now. */
  readonly arrivedAt?: Date | undefined;
  /** The text that the person sent. */
  readonly words?: string | undefined;
  /** The rule that recognized the text. */
  readonly rule?: string | undefined;
  /** Where the person agreed, in the words of the account. */
  readonly source?: string | undefined;
  /** The received or sent message. */
  readonly messageId?: string | undefined;
  /** The API key of the request. */
  readonly keyId?: string | undefined;
}

/** An entry of the ledger. */
interface Entry extends ConsentStatement {
  readonly phone: string;
  readonly contactId: string | null;
  readonly action: ConsentRecord['action'];
  /** The account's number that it applies to. Null for all numbers. */
  readonly number: string | null;
}

/**
 * Adds entries to the consent ledger. Call it in the transaction of the change, after locking the
 * contact, so that the entries of a person are in the order of the changes.
 */
export async function recordConsents(
  { clock }: Pick<Context, 'clock'>,
  trx: Trx,
  accountId: string,
  entries: readonly Entry[],
): Promise<void> {
  if (entries.length === 0) return;
  const now = clock();
  const rows = entries.map((entry) => ({
    id: newId('cns'),
    account_id: accountId,
    phone: entry.phone,
    contact_id: entry.contactId,
    action: entry.action,
    method: entry.method,
    number: entry.number,
    words: entry.words ?? null,
    rule: entry.rule ?? null,
    source: entry.source ?? null,
    message_id: entry.messageId ?? null,
    key_id: entry.keyId ?? null,
    consented_at: entry.at,
    created_at: now,
  }));
  await insertMany('consent', rows).execute(trx);
}
