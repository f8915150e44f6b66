import type { Context } from '../core/context.ts';
import type { Trx } from '../store/database.ts';
import { recordEvents } from '../webhooks/recordEvents.ts';
import type { LockedContacts } from './lockContacts.ts';
import { toContact, type ContactRow } from './toContact.ts';

/**
 * Reports the opt-out or opt-in of contacts, and first the contacts that it created, as they are
 * now.
 */
export async function reportOptOuts(
  context: Context,
  trx: Trx,
  type: 'contact.opted_out' | 'contact.opted_in',
  contacts: readonly ContactRow[],
  { statuses, created }: LockedContacts,
): Promise<void> {
  const now = new Map(contacts.map((contact) => [contact.id, contact]));
  const added = created.map((contact) => now.get(contact.id) ?? contact);
  const toEvents = (name: typeof type | 'contact.created', rows: readonly ContactRow[]) =>
    rows.map((contact) => ({
      accountId: contact.account_id,
      type: name,
      data: { ...toContact(contact), previous_status: statuses.get(contact.phone) ?? null },
    }));
  const events = [...toEvents('contact.created', added), ...toEvents(type, contacts)];
  await recordEvents(context, trx, events);
}
