import type { Account } from '@textloom/shared/contract';
import { sql } from 'kysely';
import { addOptOuts, unnestChannels, type Channel } from '../consents/optOuts.ts';
import type { ConsentStatement } from '../consents/recordConsents.ts';
import { applyOptOuts } from '../contacts/applyOptOuts.ts';
import { lockContacts } from '../contacts/lockContacts.ts';
import { reportOptOuts } from '../contacts/reportOptOuts.ts';
import type { Context } from '../core/context.ts';
import { equivalentNumbers } from '../phones/equivalentNumbers.ts';
import { settleReviews } from '../reviews/settleReviews.ts';
import type { Trx } from '../store/database.ts';
import { endUnclaimed } from './advance.ts';

interface Recipients {
  readonly accountId: string;
  readonly channels: readonly Channel[];
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
export const optOut = (
  context: Context,
  trx: Trx,
  { accountId, ...channel }: Channel & Pick<Recipients, 'accountId'>,
  expression: ConsentStatement,
): Promise<boolean> => optOutAll(context, trx, { accountId, channels: [channel] }, expression);

/** Opts out many recipients. Returns false if all of them had already opted out. */
export async function optOutAll(
  context: Context,
  trx: Trx,
  { accountId, channels: requested }: Recipients,
  expression: ConsentStatement,
): Promise<boolean> {
  if (requested.length === 0) return false;
  const now = context.clock();
  const phones = [...new Set(requested.map(({ phone }) => phone))].sort();
  const locked = await lockContacts(context, trx, { accountId, phones });
  const channels = requested.flatMap(({ phone, number }) =>
    equivalentNumbers(phone).map((spelling) => ({ phone: spelling, number })),
  );
  const recipients = { accountId, channels, contactIds: locked.ids };
  const added = await addOptOuts(context, trx, recipients, expression);
  // A list that repeats a known opt-out says nothing about what the person has written since.
  const decided = expression.words === undefined ? added : channels;
  await settleReviews(context, trx, { accountId, channels: decided, keyword: 'stop' }, expression);
  const optedOutNow = [...new Set(added.map(({ phone }) => phone))];
  const contacts = await applyOptOuts(trx, { accountId, phones: optedOutNow, now });
  // The events of these messages contain the new status of the contact.
  await failWaiting(context, trx, { accountId, channels: added });
  // Only a contact that this transaction has added can be opted out before its opt-out.
  const everywhere = new Set(added.flatMap(({ phone, number }) => (number === null ? phone : [])));
  const statuses = new Map(
    [...locked.statuses].filter(
      ([phone, status]) => status !== 'opted_out' || !everywhere.has(phone),
    ),
  );
  await reportOptOuts(context, trx, 'contact.opted_out', contacts, { ...locked, statuses });
  return phones.some((phone) => optedOutNow.includes(phone));
}

async function failWaiting(
  context: Context,
  trx: Trx,
  { accountId, channels }: Recipients,
): Promise<void> {
  if (channels.length === 0) return;
  const isForRecipients = sql<boolean>`account_id = ${accountId}
    and recipient = any(${channels.map(({ phone }) => phone)}::text[])
    and exists (select from ${unnestChannels(channels)}
      where channel.phone = recipient and coalesce(channel.number, sender) = sender)
    and not is_keyword_reply`;
  await endUnclaimed(context, trx, isForRecipients, {
    to: 'failed',
    error: 'recipient_opted_out',
  });
}
