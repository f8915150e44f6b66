import { contactSchema, type Contact } from '@textloom/shared/contract';
import { sql, type RawBuilder, type Selectable } from 'kysely';
import { withInstants } from '../core/withInstants.ts';
import { iso } from '../times/iso.ts';
import type { Trx } from '../store/database.ts';
import { isOnExistingList } from './deletedLists.ts';
import type { ContactTable } from '../store/tables/tables.ts';

export type ContactRow = Selectable<ContactTable> & { readonly list_ids: string[] };

/** Selects the lists of a contact, for statements that read or return rows of `contact`. */
export const listIds = sql<string[]>`array(
  select list_id from list_contact where contact_id = contact.id and ${isOnExistingList}
  order by list_id
)`.as('list_ids');

/**
 * Returns the new `updated_at` for statements that update rows of `contact`. It never goes back,
 * because a request that began later may have changed the contact while this one waited for it.
 */
export const changedAt = (now: Date): RawBuilder<Date> =>
  sql`greatest(contact.updated_at, ${now}::timestamptz)`;

/** A contact within a row of another table. */
export type NestedContact = Omit<ContactRow, 'created_at' | 'updated_at'> & {
  readonly created_at: string;
  readonly updated_at: string;
};

/** Selects the contact of a message, for statements that read or return rows of `message`. */
export const contactOfMessage = sql<NestedContact | null>`(
  select to_jsonb(found) from (
    select contact.*, ${listIds} from contact
    where contact.id = message.contact_id and contact.account_id = message.account_id
  ) as found
)`.as('contact');

/** Converts a nested contact to the contact of the API. */
export const nestedToContact = (nested: NestedContact): Contact =>
  toContact({
    ...nested,
    created_at: new Date(nested.created_at),
    updated_at: new Date(nested.updated_at),
  });

/** Converts a row to the contact of the API. */
export const toContact = (row: ContactRow): Contact => ({
  id: row.id,
  phone: row.phone,
  first_name: row.first_name,
  last_name: row.last_name,
  email: row.email,
  external_id: row.external_id,
  attributes: row.attributes,
  time_zone: row.time_zone,
  lists: row.list_ids,
  status: row.status,
  opted_out_numbers: row.opted_out_numbers,
  // Earlier versions stored the time as the caller wrote it.
  consent: withInstants(contactSchema.properties.consent, row.consent),
  created_at: iso(row.created_at),
  updated_at: iso(row.updated_at),
});

/** Reads an existing contact. */
export const readContact = (trx: Trx, id: string): Promise<ContactRow> =>
  trx
    .selectFrom('contact')
    .selectAll()
    .select(listIds)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
