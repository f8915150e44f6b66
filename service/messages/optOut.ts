import type { Contact, ContactStatus } from '@textloom/shared/contract';
import { sql } from 'kysely';
import type { Context } from '../core/context.ts';
import { newId } from '../lib/ids.ts';
import type { Trx } from '../store/database.ts';
import { insertMany } from '../store/insertMany.ts';
import { advance } from './advance.ts';
import { toContact, listIds, type ContactRow } from '../contacts/toContact.ts';
import { readOptOuts } from '../contacts/readOptOuts.ts';
import { recordEvents } from '../webhooks/recordEvents.ts';
import { equivalentNumbers } from '../lib/equivalentNumbers.ts';

interface Recipient {
  readonly accountId: string;
  /** In E.164 form. */
  readonly phone: string;
}

interface Recipients {
  readonly accountId: string;
  /** In E.164 form, sorted, without duplicates. */
  readonly phones: readonly string[];
}

interface Subscription {
  /** The new status of the contact. */
  readonly status: 'subscribed' | 'pending';
  /** The consent that the contact has just given. */
  readonly consent?: Contact['consent'];
}

/**
 * Records that a recipient wants no more messages. Opts the contact out and fails the messages that
 * wait for the recipient. This applies to all spellings of a number that reach one phone. The
 * consent stays on record: it shows what the recipient agreed to before, and does not count for a
 * new subscription. Returns false if the recipient had already opted out.
 */
export async function optOut(
  context: Context,
  trx: Trx,
  { accountId, phone }: Recipient,
): Promise<boolean> {
  return (await optOutAll(context, trx, { accountId, phones: [phone] })) > 0;
}

/** Opts out many recipients. Returns how many of them had not opted out before. */
export async function optOutAll(
  context: Context,
  trx: Trx,
  { accountId, phones: requested }: Recipients,
): Promise<number> {
  if (requested.length === 0) return 0;
  const now = context.clock();
  const before = await lockContacts(context, trx, { accountId, phones: requested });
  const phones = [...new Set(requested.flatMap(equivalentNumbers))].sort();
  const { rows: news } = await sql<{ readonly phone: string }>`
    insert into opt_out (account_id, phone, created_at)
    select ${accountId}, phone, ${now}::timestamptz from unnest(${phones}::text[]) as phone
    on conflict do nothing
    returning phone`.execute(trx);
  if (news.length === 0) return 0;
  const optedOutNow = news.map(({ phone }) => phone).sort();
  const optedOut = await trx
    .updateTable('contact')
    .set({ status: 'opted_out', updated_at: now })
    .where('account_id', '=', accountId)
    .where('phone', '=', sql<string>`any(${optedOutNow}::text[])`)
    .returningAll()
    .returning(listIds)
    .execute();
  // The events of these messages contain the new status of the contact.
  await failWaiting(context, trx, { accountId, phones: optedOutNow });
  await recordEvents(
    context,
    trx,
    optedOut.map((contact) => ({
      accountId,
      type: 'contact.opted_out',
      data: {
        ...toContact(contact),
        previous_status: before.get(contact.phone) ?? null,
      },
    })),
  );
  const known = new Set(optedOutNow);
  return requested.filter((phone) => known.has(phone)).length;
}

/** Records that a recipient wants messages again. Returns false if there was no opt-out. */
export async function optIn(
  context: Context,
  trx: Trx,
  { accountId, phone }: Recipient,
  { status, consent }: Subscription,
): Promise<boolean> {
  const phones = equivalentNumbers(phone);
  const existing = await findContacts(trx, { accountId, phones });
  if (existing.length === 0 && (await readOptOuts(trx, accountId, [phone])).size === 0)
    return false;
  const before = await lockContacts(context, trx, { accountId, phones: [phone] });
  const lifted = await trx
    .deleteFrom('opt_out')
    .where('account_id', '=', accountId)
    .where('phone', 'in', phones)
    .returning('phone')
    .executeTakeFirst();
  if (!lifted) return false;
  const contacts = await trx
    .updateTable('contact')
    .set({
      status,
      ...(consent && { consent: JSON.stringify(consent) }),
      updated_at: context.clock(),
    })
    .where('account_id', '=', accountId)
    .where('phone', 'in', phones)
    .returningAll()
    .returning(listIds)
    .execute();
  await recordEvents(
    context,
    trx,
    contacts.map((contact) => {
      const data = { ...toContact(contact), previous_status: before.get(contact.phone) ?? null };
      return { accountId, type: 'contact.opted_in' as const, data };
    }),
  );
  return true;
}

async function failWaiting(
  context: Context,
  trx: Trx,
  { accountId, phones }: Recipients,
): Promise<void> {
  const waiting = await trx
    .selectFrom('message')
    .select('id')
    .where('account_id', '=', accountId)
    .where('recipient', '=', sql<string>`any(${phones}::text[])`)
    .where('status', 'in', ['scheduled', 'queued'])
    .where('submitting_at', 'is', null)
    .where('is_keyword_reply', '=', false)
    // The lock settles whether a message that another process is claiming right now counts as
    // claimed.
    .orderBy('id')
    .forUpdate()
    .execute();
  await advance(
    context,
    trx,
    waiting.map(({ id }) => ({ messageId: id, to: 'failed', error: 'recipient_opted_out' })),
  );
}

/**
 * Locks the contacts of numbers that opt out or in, and creates missing ones. Returns the status of
 * each contact that existed. All code locks a contact before its opt-out, so that no two
 * transactions wait for each other.
 */
async function lockContacts(
  context: Context,
  trx: Trx,
  { accountId, phones }: Recipients,
): Promise<ReadonlyMap<string, ContactStatus>> {
  const found = await findContacts(trx, { accountId, phones: phones.flatMap(equivalentNumbers) });
  const existing = new Map(found.map(({ phone, status }) => [phone, status]));
  const missing = phones.filter(
    (phone) => !equivalentNumbers(phone).some((one) => existing.has(one)),
  );
  if (missing.length === 0) return existing;
  const now = context.clock();
  const rows = missing.map((phone) => ({
    id: newId('con'),
    account_id: accountId,
    phone,
    attributes: '{}',
    status: 'opted_out' as const,
    created_at: now,
    updated_at: now,
  }));
  // The update also locks contacts that another transaction creates in the meantime.
  const { rows: locked } = await sql<Pick<ContactRow, 'id' | 'phone' | 'status'>>`
    ${insertMany('contact', rows, ['attributes'])}
    on conflict (account_id, phone) do update set updated_at = contact.updated_at
    returning id, phone, status`.execute(trx);
  const news = new Set(rows.map(({ id }) => id));
  const others = locked.filter(({ id }) => !news.has(id));
  return new Map([...existing, ...others.map(({ phone, status }) => [phone, status] as const)]);
}

const findContacts = (
  trx: Trx,
  { accountId, phones }: Recipients,
): Promise<Pick<ContactRow, 'phone' | 'status'>[]> =>
  trx
    .selectFrom('contact')
    .select(['phone', 'status'])
    .where('account_id', '=', accountId)
    .where('phone', '=', sql<string>`any(${phones}::text[])`)
    .orderBy('phone')
    // Locks like an update, which does not wait for transactions that add the contact to a list.
    .forNoKeyUpdate()
    .execute();
