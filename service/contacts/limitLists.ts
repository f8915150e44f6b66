import { limits } from '@textloom/shared/contract';
import { sql } from 'kysely';
import { isOnExistingList } from './deletedLists.ts';
import type { Trx } from '../store/database.ts';

/** Says that a contact would be on too many lists. */
export const tooManyLists = `would exceed ${limits.listsOfContact} lists together with the existing ones of the contact`;

/**
 * Returns those of the locked contacts that these lists would put on too many lists. A contact that
 * is on all of them already stays as it is.
 */
export async function findOverListed(
  trx: Trx,
  contactIds: readonly string[],
  lists: readonly string[],
): Promise<Set<string>> {
  if (contactIds.length === 0 || lists.length === 0) return new Set();
  const { rows } = await sql<{ readonly id: string }>`
    select id from unnest(${contactIds}::text[]) as contact(id)
    cross join lateral (
      select count(*) as total, count(*) filter (where list_id = any(${lists}::text[])) as given
      from list_contact where contact_id = contact.id and ${isOnExistingList}
    ) as listed
    where given < ${lists.length} and total - given + ${lists.length} > ${limits.listsOfContact}`.execute(
    trx,
  );
  return new Set(rows.map(({ id }) => id));
}
