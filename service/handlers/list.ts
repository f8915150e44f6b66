import { formatCount, limits, type ContactList } from '@textloom/shared/contract';
import { sql, type Selectable } from 'kysely';
import type { Call, Handlers } from './handlers.ts';
import { limitRows } from '../accounts/limitRows.ts';
import { lockAccount } from '../accounts/lockAccount.ts';
import { isSameInAnyCase } from '../store/isSameInAnyCase.ts';
import { readPage } from '../store/readPage.ts';
import { failMissing, refuse } from '../errors/serviceError.ts';
import { newId } from '../lib/ids.ts';
import { iso } from '../times/iso.ts';
import { isContact } from '../contacts/isContact.ts';
import { joinLists } from '../contacts/joinLists.ts';
import { findOverListed, tooManyLists } from '../contacts/limitLists.ts';
import { toContact, readContact } from '../contacts/toContact.ts';
import type { ListTable } from '../store/tables/tables.ts';

type ListRow = Selectable<ListTable> & { readonly size: number };

const size = sql<number>`(
  select count(*)::int from list_contact where list_id = list.id
)`.as('size');

export const list = {
  async create(call, { name }) {
    const id = newId('lst');
    // Use one statement, so that concurrent requests that create or delete the list do no harm.
    const row = await call.trx
      .insertInto('list')
      .values({
        id,
        account_id: call.account.id,
        name: name.trim(),
        created_at: call.now,
        updated_at: call.now,
      })
      .onConflict((conflict) =>
        conflict.columns(['account_id', 'name']).doUpdateSet({ name: name.trim() }),
      )
      .returningAll()
      .returning(size)
      .executeTakeFirstOrThrow();
    if (row.id === id) {
      await lockAccount(call);
      const detail = `An account can have at most ${formatCount(limits.lists)} lists. Delete lists that nobody uses.`;
      // The new list is already stored.
      await limitRows(call, 'list', limits.lists + 1, detail);
    } else call.markUpdated();
    return toList(row);
  },

  list(call, { name, ...paging }) {
    const found = call.trx
      .selectFrom('list')
      .selectAll()
      .select(size)
      .where('account_id', '=', call.account.id)
      .$if(name !== undefined, (query) => query.where(isNamed(call, name!.trim())));
    return readPage('lst', found, paging, toList);
  },

  get: (call, { id }) => get(call, id),

  async update(call, { id, name }) {
    if (name === undefined) return get(call, id);
    const row = await call.trx
      .updateTable('list')
      .set({ name: name.trim(), updated_at: call.now })
      .where('account_id', '=', call.account.id)
      .where('id', '=', id)
      .returningAll()
      .returning(size)
      .executeTakeFirst()
      .catch(refuseDuplicateName);
    return toList(row ?? failMissing('list'));
  },

  async delete(call, { id }) {
    const row = await call.trx
      .deleteFrom('list')
      .where('account_id', '=', call.account.id)
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst();
    if (!row) failMissing('list');
    return undefined;
  },

  async addContact(call, { id, contact_id }) {
    const membership = await lockMember(call, id, contact_id);
    const overListed = await findOverListed(call.trx, [membership.contact_id], [id]);
    if (overListed.size > 0) refuse('/contact_id', 'too_long', tooManyLists);
    await joinLists(call, [membership.contact_id], [membership.list_id]);
    return toContact(await readContact(call.trx, membership.contact_id));
  },

  async removeContact(call, { id, contact_id }) {
    const membership = await lockMember(call, id, contact_id);
    await call.trx
      .deleteFrom('list_contact')
      .where('list_id', '=', membership.list_id)
      .where('contact_id', '=', membership.contact_id)
      .execute();
    return undefined;
  },
} satisfies Handlers['list'];

/** Matches the list with a name or, if there is none, the lists whose names differ only in case. */
const isNamed = ({ account }: Call, name: string) => sql<boolean>`(
  name = ${name}
  or (${isSameInAnyCase('name', name)} and not exists (
    select from list as exact where exact.account_id = ${account.id} and exact.name = ${name}
  ))
)`;

/**
 * Until the transaction ends, locks a list against deletion, and a contact against changes, so that
 * nobody else adds it to lists.
 */
async function lockMember({ trx, account }: Call, id: string, contact: string) {
  // To prevent deadlocks, always lock the list before the contact.
  const lockedList = await trx
    .selectFrom('list')
    .select('id')
    .where('account_id', '=', account.id)
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst();
  const { id: list_id } = lockedList ?? failMissing('list');
  const row = await trx
    .selectFrom('contact')
    .select('id')
    .where(isContact({ account }, contact))
    .forNoKeyUpdate()
    .executeTakeFirst();
  const { id: contact_id } = row ?? failMissing('contact');
  return { list_id, contact_id };
}

async function get({ trx, account }: Call, id: string): Promise<ContactList> {
  const row = await trx
    .selectFrom('list')
    .selectAll()
    .select(size)
    .where('account_id', '=', account.id)
    .where('id', '=', id)
    .executeTakeFirst();
  return toList(row ?? failMissing('list'));
}

/** Relies on the constraint, so that only one of two concurrent requests gets a name. */
const refuseDuplicateName = (error: unknown): never => {
  if ((error as { readonly constraint?: string }).constraint !== 'list_name') throw error;
  return refuse('/name', 'taken', 'is the name of another list of this account');
};

const toList = (row: ListRow): ContactList => ({
  id: row.id,
  name: row.name,
  size: row.size,
  created_at: iso(row.created_at),
  updated_at: iso(row.updated_at),
});
