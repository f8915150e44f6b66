import type { Account, ContactStatus } from '@textloom/shared/contract';
import { sql } from 'kysely';
import { addOptOuts } from '../consents/optOuts.ts';
import type { ConsentStatement } from '../consents/recordConsents.ts';
import { applyOptOuts } from '../contacts/applyOptOuts.ts';
import { lockContacts } from '../contacts/lockContacts.ts';
import { reportOptOuts } from '../contacts/reportOptOuts.ts';
import type { Context } from '../core/context.ts';
import { allSpellings } from '../phones/equivalentNumbers.ts';
import { settleReviews } from '../reviews/settleReviews.ts';
import type { Trx } from '../store/database.ts';
import { endUnclaimed } from './advance.ts';

interface Recipients {
  readonly accountId: string;
  /** In E.164 form, sorted, without duplicates. */
  readonly phones: readonly string[];
  /** The account's number that the opt-out is for. Null for all numbers. */
  readonly number: string | null;
}

interface Recipient extends Pick<Recipients, 'accountId' | 'number'> {
  /** In E.164 form. */
  readonly phone: string;
}

/** Returns the number that an opt-out is for, by the setting of the account. */
export const getOptOutNumber = (
  { opt_out_scope }: Pick<Account, 'opt_out_scope'>,
  number: string,
): string | null => (opt_out_scope === 'number' ? number : null);

/**
 * Records that a recipient wants no more messages. Opts the contact out and fails the messages that
 * wait for the recipient. This applies to all spellings of a number that reach one phone. The
 * consent stays on record: it shows what the recipient agreed to before, and does not count for a
 * new subscription. Returns false if the recipient had already opted out.
 */
export async function optOut(
  context: Context,
  trx: Trx,
  { phone, ...recipient }: Recipient,
  expression: ConsentStatement,
): Promise<boolean> {
  return (await optOutAll(context, trx, { ...recipient, phones: [phone] }, expression)) > 0;
}

/** Opts out many recipients. Returns how many of them had not opted out before. */
export async function optOutAll(
  context: Context,
  trx: Trx,
  { accountId, phones: requested, number }: Recipients,
  expression: ConsentStatement,
): Promise<number> {
  if (requested.length === 0) return 0;
  const now = context.clock();
  const locked = await lockContacts(context, trx, { accountId, phones: requested });
  const phones = allSpellings(requested);
  const recipients = { accountId, phones, contactIds: locked.ids };
  const optedOutNow = await addOptOuts(context, trx, recipients, number, expression);
  await settleReviews(context, trx, { accountId, phones, number, keyword: 'stop' }, expression);
  const contacts = await applyOptOuts(trx, { accountId, phones: optedOutNow, now });
  // The events of these messages contain the new status of the contact.
  await failWaiting(context, trx, { accountId, phones: optedOutNow, number });
  // Only a contact that this transaction has added can be opted out before its opt-out.
  const isNews = (status: ContactStatus) => number === null && status === 'opted_out';
  const statuses = new Map([...locked.statuses].filter(([, status]) => !isNews(status)));
  await reportOptOuts(context, trx, 'contact.opted_out', contacts, { ...locked, statuses });
  const known = new Set(optedOutNow);
  return requested.filter((phone) => known.has(phone)).length;
}

async function failWaiting(
  context: Context,
  trx: Trx,
  { accountId, phones, number }: Recipients,
): Promise<void> {
  if (phones.length === 0) return;
  const isForRecipients = sql<boolean>`account_id = ${accountId}
    and recipient = any(${phones}::text[]) ${number === null ? sql`` : sql`and sender = ${number}`}
    and not is_keyword_reply`;
  await endUnclaimed(context, trx, isForRecipients, {
    to: 'failed',
    error: 'recipient_opted_out',
  });
}
