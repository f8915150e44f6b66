import type { Input, contract } from '@textloom/shared/contract';
import { sql, type Selectable } from 'kysely';
import { lockDailyLimit } from '../accounts/spendSegments.ts';
import { applyStatus } from '../messages/applyStatus.ts';
import type { Call, Handlers } from './handlers.ts';
import { idOfCursor, readFound, readPage } from '../store/readPage.ts';
import { failMissing, refuse } from '../errors/serviceError.ts';
import { newId } from '../lib/ids.ts';
import { isContact } from '../contacts/isContact.ts';
import { joinLists } from '../contacts/joinLists.ts';
import {
  changedAt,
  toContact,
  listIds,
  readContact,
  type ContactRow,
} from '../contacts/toContact.ts';
import { tooManyLists } from '../contacts/limitLists.ts';
import { lockSpellings } from '../contacts/lockSpellings.ts';
import { lockLists } from '../contacts/lockLists.ts';
import { recordGivenConsents } from '../contacts/recordGivenConsents.ts';
import { rememberDeleted } from '../contacts/rememberDeleted.ts';
import { searchContacts } from '../search/searchContacts.ts';
import { storeContacts } from '../contacts/storeContacts.ts';
import { selectContacts } from '../contacts/selectContacts.ts';
import { parseCreation } from '../search/timeRange.ts';
import { maxAttributes } from '../contacts/upsertRows.ts';
import { exportPerson } from '../erasures/exportPerson.ts';
import { requestErasure } from '../erasures/requestErasure.ts';
import { splitIntoBatches, mergeReports } from '../imports/importContacts.ts';
import { sendConfirmation } from '../messages/sendConfirmation.ts';
import { parseConsentTime } from '../contacts/parseConsentTime.ts';
import type { ContactTable } from '../store/tables/tables.ts';
import { requirePhone } from '../phones/requirePhone.ts';
import { requireTimeZone } from '../times/requireTimeZone.ts';

type Details = Omit<Input<(typeof contract)['contact']['update']>, 'id'>;

export const contact = {
  import: { splitIntoBatches, mergeResults: mergeReports },

  async upsert(call, { phone: written, ...details }) {
    const phone = requirePhone(call, written, '/phone');
    requireValid(call, details);
    await lockContactLists(call, details);
    const id = newId('con');
    const lists = [...new Set(details.lists)].sort();
    const find = await storeContacts(call, [{ id, input: { ...details, phone } }], lists, 'api');
    const stored = find(phone);
    if (stored.exceeded === 'lists') refuse('/lists', 'too_long', tooManyLists);
    if (stored.exceeded) tooManyAttributes();
    if (stored.id !== id) call.markUpdated();
    return toContact(await applyStatus(call, await readContact(call.trx, stored.id), details));
  },

  async get(call, { id }) {
    const row = await call.trx
      .selectFrom('contact')
      .selectAll()
      .select(listIds)
      .where(isContact(call, id))
      .executeTakeFirst();
    return toContact(row ?? failMissing('contact'));
  },

  list: {
    async prepare(caller, { search, limit, cursor, ...filters }) {
      const { account, context } = caller;
      const paging = { limit, cursor };
      const narrow = selectContacts(caller, { ...filters, before: idOfCursor('con', cursor) });
      const select = ({ trx }: Call) => narrow(trx).selectAll('contact').select(listIds);
      if (search === undefined) return (call) => readPage('con', select(call), paging, toContact);
      const { searches, clock } = context;
      const wanted = {
        ...parseCreation(filters),
        accountId: account.id,
        now: clock(),
        words: search,
      };
      const found = await searchContacts(searches, narrow(searches), wanted, paging);
      return (call) => readFound(select(call), found, toContact);
    },
  },

  async update(call, { id, ...details }) {
    await lockContactLists(call, details);
    const mayConsent = details.consent !== undefined || details.status !== undefined;
    const before = mayConsent ? await lockContact(call, id) : undefined;
    const row = await call.trx
      .updateTable('contact')
      .set({
        ...toColumns(call, details),
        ...(details.attributes && {
          attributes: sql<string>`jsonb_strip_nulls(contact.attributes || ${JSON.stringify(details.attributes)}::jsonb)`,
        }),
      })
      .where(isContact(call, id))
      .returningAll()
      .returning(listIds)
      .executeTakeFirst();
    const changed = await replaceLists(
      call,
      withinLimits(row ?? failMissing('contact')),
      details.lists,
    );
    await recordGivenConsents(call, [{ contact: changed, before, input: details }], 'api');
    return toContact(await applyStatus(call, changed, details));
  },

  async delete(call, { id, erase = false }) {
    if (erase) {
      call.setAuditedResource(await requestErasure(call, id));
      return undefined;
    }
    const row = await call.trx
      .deleteFrom('contact')
      .where(isContact(call, id))
      .returning(['id', 'phone'])
      .executeTakeFirst();
    const deleted = row ?? failMissing('contact');
    await rememberDeleted(call.trx, call.account.id, deleted);
    call.setAuditedResource(deleted.id);
    return undefined;
  },

  async export(call, input) {
    const person = await exportPerson(call, input);
    if (person.contact) call.setAuditedResource(person.contact.id);
    return person;
  },

  async confirm(call, { id, from }) {
    // Locks the daily limit before the contact, in the same order as a received text.
    await lockDailyLimit(call.trx, call.account, call.now);
    const row = await lockContact(call, id);
    return sendConfirmation(call, row ?? failMissing('contact'), from);
  },
} satisfies Handlers['contact'];

/** Locks a contact against changes until the transaction ends. */
async function lockContact(call: Call, id: string): Promise<Selectable<ContactTable> | undefined> {
  const contacts = call.trx.selectFrom('contact').where(isContact(call, id));
  const found = await contacts.select('phone').executeTakeFirst();
  if (!found) return undefined;
  await lockSpellings(call.trx, call.account.id, [found.phone]);
  return contacts.selectAll().forNoKeyUpdate().executeTakeFirst();
}

const lockContactLists = ({ trx, account }: Call, { lists = [] }: Details): Promise<void> =>
  lockLists(trx, {
    accountId: account.id,
    ids: lists,
    pointer: (index) => `/lists/${index}`,
  });

/** Adds a contact to locked lists, of which a request names few, and removes it from all others. */
async function replaceLists(
  call: Call,
  row: ContactRow,
  lists: readonly string[] | undefined,
): Promise<ContactRow> {
  if (lists === undefined) return row;
  const ids = [...new Set(lists)];
  await call.trx
    .deleteFrom('list_contact')
    .where('contact_id', '=', row.id)
    .where('list_id', 'not in', [...ids, ''])
    .execute();
  await joinLists(call, [row.id], ids);
  return readContact(call.trx, row.id);
}

/** Checks the number of attributes, which grows over several requests. */
function withinLimits(row: ContactRow): ContactRow {
  return Object.keys(row.attributes).length > maxAttributes ? tooManyAttributes() : row;
}

function tooManyAttributes(): never {
  const detail = `would exceed ${maxAttributes} together with the existing attributes of the contact`;
  return refuse('/attributes', 'too_long', detail);
}

function requireValid(call: Call, { time_zone, consent }: Details): void {
  if (typeof time_zone === 'string') requireTimeZone(time_zone, '/time_zone');
  if (consent) parseConsentTime(call, consent);
}

/**
 * Returns the columns that the given fields change. Attributes and the status are handled
 * separately.
 */
function toColumns(call: Call, details: Details) {
  requireValid(call, details);
  const { first_name, last_name, email, external_id, time_zone, consent } = details;
  return {
    first_name,
    last_name,
    email,
    external_id,
    time_zone,
    // Consent of a person who has opted out counts only once it lifts the opt-out.
    ...(consent && {
      consent: sql<string>`case when contact.status = 'opted_out' then contact.consent
        else ${JSON.stringify(consent)}::jsonb end`,
    }),
    updated_at: changedAt(call.now),
  };
}
