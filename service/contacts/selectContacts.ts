import type { contract, Input } from '@textloom/shared/contract';
import { sql } from 'kysely';
import { hasPhone } from '../consents/hasPhone.ts';
import { isOnExistingList } from './deletedLists.ts';
import type { UnitOfWork } from '../core/unitOfWork.ts';
import { requirePhone } from '../phones/requirePhone.ts';
import type { Db } from '../store/database.ts';
import { hasIdWithin, isWithin, parseCreation } from '../search/timeRange.ts';

type Filters = Omit<Input<(typeof contract)['contact']['list']>, 'limit' | 'cursor' | 'search'> & {
  /** The page starts after the contact with this ID. */
  readonly before: string | undefined;
};

/** Returns a function that selects the contacts of an account that match the filters. */
export function selectContacts(
  { account, context }: Pick<UnitOfWork, 'account' | 'context'>,
  { before, phone, email, external_id, list_id, status, ...creation }: Filters,
) {
  const number = phone === undefined ? undefined : requirePhone({ account }, phone, '/phone');
  const range = parseCreation(creation);
  const now = context.clock();
  return (db: Db) =>
    db
      .selectFrom('contact')
      .where('contact.account_id', '=', account.id)
      .$if(number !== undefined, (query) => query.where(hasPhone([number!])))
      .$if(email !== undefined, (query) =>
        query.where(sql`lower(contact.email)`, '=', email!.toLowerCase()),
      )
      .$if(list_id !== undefined, (query) =>
        query
          .innerJoin('list_contact as on_list', 'on_list.contact_id', 'contact.id')
          .where('on_list.list_id', '=', list_id!)
          .where(isOnExistingList)
          // Repeat the start of the page here, so that the index on the members of a list applies.
          .$if(before !== undefined, (members) =>
            members.where('on_list.contact_id', '<', before!),
          ),
      )
      .where((where) => where.and({ 'contact.external_id': external_id, 'contact.status': status }))
      // A condition on both columns of IDs would mislead the planner.
      .where(
        hasIdWithin(list_id === undefined ? 'contact.id' : 'on_list.contact_id', 'con', now, range),
      )
      .where(isWithin('contact.created_at', range));
}
