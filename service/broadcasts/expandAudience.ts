import { sql } from 'kysely';
import { phoneKey } from '../phones/equivalentNumbers.ts';
import { insertMany } from '../store/insertMany.ts';
import { stopBroadcast } from './broadcastStatus.ts';
import { countMissingLists, readAudience } from './readAudience.ts';
import type { Step } from './step.ts';

const contactsPerStep = 1_000;

/**
 * Adds the next part of the audience to the recipients: the contacts that existed when the
 * broadcast started. A phone counts once, even if contacts have two spellings of its number.
 */
export async function expandAudience(step: Step): Promise<void> {
  const { context, trx, broadcast, work, account } = step;
  const { id, audience } = broadcast;
  // Without a list of excluded contacts, they would get the message.
  if ((await countMissingLists(trx, audience)) > 0)
    return stopBroadcast(context, trx, id, 'list_deleted');
  const { contacts, next } = await readAudience(trx, {
    account,
    audience,
    last: work.last_contact,
    after: work.contact_cursor,
    limit: contactsPerStep,
  });
  const rows = contacts.map((contact) => ({
    broadcast_id: id,
    phone_key: phoneKey(contact.phone),
    phone: contact.phone,
    contact_id: contact.id,
    status: 'pending' as const,
    skipped_reason: null,
    message_id: null,
  }));
  const added =
    rows.length === 0
      ? []
      : (
          await sql`${insertMany('broadcast_recipient', rows)}
            on conflict do nothing returning contact_id`.execute(trx)
        ).rows;
  await step.save({
    recipients: work.recipients + added.length,
    next_at: sql`now()`,
    ...(next === undefined ? { is_expanded: true } : { contact_cursor: next }),
  });
}
