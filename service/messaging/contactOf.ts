import type { Contact } from '@textloom/shared/contract';
import type { Selectable } from 'kysely';
import { iso } from '../iso.ts';
import type { ContactTable } from '../store/tables.ts';

export type ContactRow = Selectable<ContactTable>;

/** The contact as the API shows it. */
export const contactOf = (row: ContactRow): Contact => ({
  id: row.id,
  phone: row.phone,
  first_name: row.first_name,
  last_name: row.last_name,
  email: row.email,
  external_id: row.external_id,
  attributes: row.attributes,
  time_zone: row.time_zone,
  lists: [],
  status: row.status,
  consent: row.consent,
  created_at: iso(row.created_at),
  updated_at: iso(row.updated_at),
});
