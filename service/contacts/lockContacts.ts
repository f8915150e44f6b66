import type { ContactStatus } from '@textloom/shared/contract';
import { sql } from 'kysely';
import type { Context } from '../core/context.ts';
import { revealOptOuts } from '../consents/optOuts.ts';
import { hasPhone } from '../consents/hasPhone.ts';
import { equivalentNumbers } from '../phones/equivalentNumbers.ts';
import { newId } from '../lib/ids.ts';
import type { Trx } from '../store/database.ts';
import { insertMany } from '../store/insertMany.ts';
import { applyOptOuts } from './applyOptOuts.ts';
import { lockSpellings } from './lockSpellings.ts';
import type { ContactRow } from './toContact.ts';

interface Recipients {
  readonly accountId: string;
  /** In E.164 form, sorted, without duplicates. */
  readonly phones: readonly string[];
}

export interface LockedContacts {
  /** The IDs of all contacts with these numbers, in any spelling. */
  readonly ids: ReadonlyMap<string, string>;
  /** The status of each contact that existed before. */
  readonly statuses: ReadonlyMap<string, ContactStatus>;
  /** The contacts that did not exist before. */
  readonly created: readonly ContactRow[];
}

/**
 * Locks the contacts of numbers that opt out or in, and creates missing ones. These are pending,
 * because an opt-out of one number is not consent to marketing from the others. All code locks a
 * contact before its opt-outs and its reviews, so that no two transactions wait for each other.
 */
export async function lockContacts(
  context: Context,
  trx: Trx,
  { accountId, phones }: Recipients,
): Promise<LockedContacts> {
  const found = await lockExisting(trx, { accountId, phones });
  const existing = new Map(found.map(({ phone, status }) => [phone, status]));
  const ids = new Map(found.map(({ phone, id }) => [phone, id]));
  const missing = phones.filter(
    (phone) => !equivalentNumbers(phone).some((one) => existing.has(one)),
  );
  if (missing.length === 0) return { ids, statuses: existing, created: [] };
  await revealOptOuts(context, trx, accountId, missing);
  const now = context.clock();
  const rows = missing.map((phone) => ({
    id: newId('con'),
    account_id: accountId,
    phone,
    attributes: '{}',
    status: 'pending' as const,
    created_at: now,
    updated_at: now,
  }));
  // The update also locks contacts that another transaction creates in the meantime.
  const { rows: locked } = await sql<Pick<ContactRow, 'id' | 'phone' | 'status'>>`
    ${insertMany('contact', rows, ['attributes'])}
    on conflict (account_id, phone) do update set updated_at = contact.updated_at
    returning id, phone, status`.execute(trx);
  // An opt-out outlives a deleted contact, and the change may add none.
  const contacts = await applyOptOuts(trx, { accountId, phones: missing, now });
  const news = new Set(rows.map(({ id }) => id));
  const others = locked.filter(({ id }) => !news.has(id));
  return {
    ids: new Map([...ids, ...locked.map(({ phone, id }) => [phone, id] as const)]),
    statuses: new Map([
      ...existing,
      ...others.map(({ phone, status }) => [phone, status] as const),
    ]),
    created: contacts.filter(({ id }) => news.has(id)),
  };
}

/**
 * Locks and returns the contacts with these numbers, in any spelling. No other transaction adds one
 * with another spelling meanwhile.
 */
export async function lockExisting(
  trx: Trx,
  { accountId, phones }: Recipients,
): Promise<Pick<ContactRow, 'id' | 'phone' | 'status' | 'consent'>[]> {
  await lockSpellings(trx, accountId, phones);
  const contacts = trx
    .selectFrom('contact')
    .select(['id', 'phone', 'status', 'consent'])
    .where('account_id', '=', accountId)
    .where(hasPhone(phones))
    .orderBy('phone');
  // Locks like an update, which does not wait for transactions that only refer to the contact.
  return contacts.forNoKeyUpdate().execute();
}
