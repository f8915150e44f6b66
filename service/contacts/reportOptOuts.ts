import type { ContactStatus } from '@textloom/shared/contract';
import type { Context } from '../core/context.ts';
import type { Trx } from '../store/database.ts';
import { recordEvents } from '../webhooks/recordEvents.ts';
import { toContact, type ContactRow } from './toContact.ts';

/** Reports the opt-out or opt-in of contacts. */
export async function reportOptOuts(
  context: Context,
  trx: Trx,
  type: 'contact.opted_out' | 'contact.opted_in',
  contacts: readonly ContactRow[],
  /** The status of each contact that existed before, by phone number. */
  statuses: ReadonlyMap<string, ContactStatus>,
): Promise<void> {
  const events = contacts.map((contact) => ({
    accountId: contact.account_id,
    type,
    data: { ...toContact(contact), previous_status: statuses.get(contact.phone) ?? null },
  }));
  await recordEvents(context, trx, events);
}
