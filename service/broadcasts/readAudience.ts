import { sql, type Selectable } from 'kysely';
import type { ContactStatus, NewBroadcast } from '@textloom/shared/contract';
import { hasPhone } from '../consents/hasPhone.ts';
import { findByPhone, hasOtherSpelling } from '../phones/equivalentNumbers.ts';
import { findCountry } from '../phones/phone.ts';
import { isSameTimeZone } from '../times/requireTimeZone.ts';
import type { Db, Trx } from '../store/database.ts';
import type { AccountTable } from '../store/tables/tables.ts';

export interface AudienceContact {
  readonly id: string;
  readonly phone: string;
  readonly status: ContactStatus;
}

interface Candidate extends AudienceContact {
  readonly time_zone: string | null;
  /** Whether the contact meets the conditions that the database can check. */
  readonly matches: boolean;
}

interface Part {
  readonly account: Pick<Selectable<AccountTable>, 'id' | 'default_country'>;
  readonly audience: NewBroadcast['audience'];
  /** The last contact to look at, or null to look at all. */
  readonly last: string | null;
  /** The contact after which the part starts. */
  readonly after: string;
  /** How many contacts to look at. Not all of them may belong to the audience. */
  readonly limit: number;
}

/**
 * Reads a part of an audience, in the order of the contacts' IDs. `next` is where the next part
 * starts, and undefined after the last part. The cost depends on the limit alone, however many
 * contacts there are and however few belong to the audience.
 */
export async function readAudience(
  db: Db | Trx,
  { account, audience, last, after, limit }: Part,
): Promise<{ readonly contacts: AudienceContact[]; readonly next: string | undefined }> {
  const { list_ids, exclude_list_ids = [], filter = {}, all_contacts = false } = audience;
  const { attributes = {}, time_zone } = filter;
  const isWithin = (id: string) =>
    sql`${sql.ref(id)} > ${after} and (${last}::text is null or ${sql.ref(id)} <= ${last})`;
  const candidates =
    list_ids && !all_contacts
      ? sql`
          select distinct member.contact_id as id
          from unnest(${list_ids}::text[]) as listed(id)
          cross join lateral (
            select contact_id from list_contact
            where list_id = listed.id and ${isWithin('contact_id')}
            order by contact_id limit ${limit}
          ) as member
          order by id limit ${limit}`
      : sql`
          select id from contact where account_id = ${account.id} and ${isWithin('id')}
          order by id limit ${limit}`;
  const { rows } = await sql<Candidate>`
    with candidate as materialized (${candidates})
    select contact.id, contact.phone, contact.status, contact.time_zone,
      contact.account_id = ${account.id}
        and contact.attributes @> ${JSON.stringify(attributes)}::jsonb
        and contact.created_at >= coalesce(${toTime(filter.created_after)}::timestamptz, '-infinity')
        and contact.created_at < coalesce(${toTime(filter.created_before)}::timestamptz, 'infinity')
        and not exists (
          select from list_contact
          where list_id = any(${exclude_list_ids}::text[]) and contact_id = contact.id
        ) as matches
    from candidate join contact on contact.id = candidate.id
    order by contact.id`.execute(db);
  const isInCountry = ({ phone }: AudienceContact) =>
    filter.country === undefined || findCountry(phone, account.default_country) === filter.country;
  const isInZone = (contact: Candidate) =>
    time_zone === undefined || isSameTimeZone(contact.time_zone ?? '', time_zone);
  const matching = rows.filter(
    (contact) => contact.matches && isInCountry(contact) && isInZone(contact),
  );
  const isExcluded = await findExcluded(db, account.id, exclude_list_ids, matching);
  return {
    contacts: matching.filter(({ phone }) => !isExcluded(phone)),
    next: rows.length === limit ? rows.at(-1)!.id : undefined,
  };
}

/**
 * Returns a function that is true for numbers of people who are on one of the lists as another
 * contact, under the other spelling of their number.
 */
async function findExcluded(
  db: Db | Trx,
  accountId: string,
  listIds: readonly string[],
  contacts: readonly AudienceContact[],
): Promise<(phone: string) => boolean> {
  const phones = contacts.map(({ phone }) => phone).filter(hasOtherSpelling);
  if (listIds.length === 0 || phones.length === 0) return () => false;
  const { rows } = await sql<{ readonly phone: string }>`
    select phone from contact
    where account_id = ${accountId} and ${hasPhone(phones)} and exists (
      select from list_contact
      where list_id = any(${listIds}::text[]) and contact_id = contact.id
    )`.execute(db);
  const found = findByPhone(rows);
  return (phone) => found(phone) !== undefined;
}

/**
 * Returns the contact after which an audience ends, so that contacts who are added later stay out.
 * A time of creation would not do, because the clocks of two processes differ, or are set back.
 */
export async function findLastContact(db: Db | Trx, accountId: string): Promise<string> {
  const newest = await db
    .selectFrom('contact')
    .select('id')
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest?.id ?? '';
}

const toTime = (written: string | undefined): Date | null =>
  written === undefined ? null : new Date(written);

/**
 * Returns how many of the lists of an audience no longer exist. Locks the others, so that they keep
 * their contacts until the transaction ends.
 */
export async function countMissingLists(
  trx: Trx,
  { list_ids = [], exclude_list_ids = [] }: NewBroadcast['audience'],
): Promise<number> {
  const ids = [...new Set([...list_ids, ...exclude_list_ids])];
  if (ids.length === 0) return 0;
  const found = await trx
    .selectFrom('list')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    .forKeyShare()
    .execute();
  return ids.length - found.length;
}
