import { toContact, listIds } from './toContact.ts';
import type { UnitOfWork } from '../core/unitOfWork.ts';
import { recordEvents } from '../webhooks/recordEvents.ts';

/** Adds locked contacts to locked lists, and records an event for each one that joins a list. */
export async function joinLists(
  { trx, context, account }: Pick<UnitOfWork, 'trx' | 'context' | 'account'>,
  contactIds: readonly string[],
  listIdsToJoin: readonly string[],
): Promise<void> {
  const memberships = contactIds.flatMap((contact_id) =>
    listIdsToJoin.map((list_id) => ({ list_id, contact_id })),
  );
  if (memberships.length === 0) return;
  const joined = await trx
    .insertInto('list_contact')
    .values(memberships)
    .onConflict((conflict) => conflict.doNothing())
    .returning(['list_id', 'contact_id'])
    .execute();
  if (joined.length === 0) return;
  const contacts = await trx
    .selectFrom('contact')
    .selectAll()
    .select(listIds)
    .where('id', 'in', [...new Set(joined.map(({ contact_id }) => contact_id))])
    .execute();
  const lists = await trx
    .selectFrom('list')
    .select(['id', 'name'])
    .where('id', 'in', [...new Set(joined.map(({ list_id }) => list_id))])
    .execute();
  const contactOf = new Map(contacts.map((row) => [row.id, toContact(row)]));
  const listOf = new Map(lists.map((row) => [row.id, row]));
  await recordEvents(
    context,
    trx,
    joined.map(({ list_id, contact_id }) => ({
      accountId: account.id,
      type: 'list.contact_added',
      data: { ...listOf.get(list_id)!, contact: contactOf.get(contact_id)! },
    })),
  );
}
