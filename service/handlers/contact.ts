import type { Input, contract } from '@textloom/shared/contract';
import { sql } from 'kysely';
import type { Call, Handlers } from './handlers.ts';
import { idOfCursor, readPage } from '../store/readPage.ts';
import { fail, refuse } from '../lib/errors.ts';
import { newId } from '../lib/ids.ts';
import { isContact, missingContact } from '../contacts/isContact.ts';
import { toContact, listIds, readContact, type ContactRow } from '../contacts/toContact.ts';
import { lockLists } from '../contacts/lockLists.ts';
import { readOptOuts } from '../contacts/readOptOuts.ts';
import { maxAttributes, storeContacts } from '../contacts/storeContacts.ts';
import { splitIntoBatches, mergeReports } from '../imports/importContacts.ts';
import { optIn, optOut } from '../messages/optOut.ts';
import { requireConsent } from '../messages/requireConsent.ts';
import { requirePhone } from '../lib/requirePhone.ts';
import { requireTimeZone } from '../lib/requireTimeZone.ts';

type Details = Omit<Input<(typeof contract)['contact']['update']>, 'id'>;

export const contact = {
  import: { splitIntoBatches, mergeResults: mergeReports },

  async upsert(call, { phone: written, ...details }) {
    const phone = requirePhone(call, written, '/phone');
    requireValid(call, details);
    await lockContactLists(call, details);
    const id = newId('con');
    const lists = [...new Set(details.lists)].sort();
    const ids = await storeContacts(call, [{ id, input: { ...details, phone } }], lists);
    const stored = ids.get(phone) ?? tooManyAttributes();
    if (stored !== id) call.updated();
    return toContact(await applyStatus(call, await readContact(call.trx, stored), details));
  },

  async get(call, { id }) {
    const row = await call.trx
      .selectFrom('contact')
      .selectAll()
      .select(listIds)
      .where(isContact(call, id))
      .executeTakeFirst();
    return toContact(row ?? missingContact());
  },

  list(call, { phone, email, external_id, list_id, status, ...paging }) {
    const before = idOfCursor(paging.cursor);
    const found = call.trx
      .selectFrom('contact')
      .selectAll('contact')
      .select(listIds)
      .where('contact.account_id', '=', call.account.id)
      .$if(phone !== undefined, (query) =>
        query.where('contact.phone', '=', requirePhone(call, phone!, '/phone')),
      )
      .$if(email !== undefined, (query) =>
        query.where(sql`lower(contact.email)`, '=', email!.toLowerCase()),
      )
      .$if(external_id !== undefined, (query) =>
        query.where('contact.external_id', '=', external_id!),
      )
      .$if(list_id !== undefined, (query) =>
        query
          .innerJoin('list_contact as on_list', 'on_list.contact_id', 'contact.id')
          .where('on_list.list_id', '=', list_id!)
          // Repeat the start of the page here, so that the index on the members of a list applies.
          .$if(before !== undefined, (members) =>
            members.where('on_list.contact_id', '<', before!),
          ),
      )
      .$if(status !== undefined, (query) => query.where('contact.status', '=', status!));
    return readPage(found, paging, toContact);
  },

  async update(call, { id, ...details }) {
    await lockContactLists(call, details);
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
    const changed = await replaceLists(call, withinLimits(row ?? missingContact()), details.lists);
    return toContact(await applyStatus(call, changed, details));
  },

  async delete(call, { id }) {
    const row = await call.trx
      .deleteFrom('contact')
      .where(isContact(call, id))
      .returning('id')
      .executeTakeFirst();
    if (!row) missingContact();
    return undefined;
  },
} satisfies Handlers['contact'];

const lockContactLists = ({ trx, account }: Call, { lists = [] }: Details): Promise<void> =>
  lockLists(trx, {
    accountId: account.id,
    ids: lists,
    pointer: (index) => `/lists/${index}`,
    detail: 'contains a list that is not in this account',
  });

/** Adds a contact to locked lists, and removes it from all others. */
async function replaceLists(
  { trx }: Call,
  row: ContactRow,
  lists: readonly string[] | undefined,
): Promise<ContactRow> {
  if (lists === undefined) return row;
  const ids = [...new Set(lists)];
  await trx
    .deleteFrom('list_contact')
    .where('contact_id', '=', row.id)
    .where('list_id', 'not in', [...ids, ''])
    .execute();
  if (ids.length > 0) {
    await trx
      .insertInto('list_contact')
      .values(ids.map((list_id) => ({ list_id, contact_id: row.id })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  return readContact(trx, row.id);
}

/** Applies the requested status to the opt-out of the number. */
async function applyStatus(
  call: Call,
  row: ContactRow,
  { status, consent }: Details,
): Promise<ContactRow> {
  if (status === undefined || row.status === status) return row;
  const { context, trx, now } = call;
  if (row.status === 'opted_out') await requireNewConsent(call, row, consent);
  const recipient = { accountId: row.account_id, phone: row.phone };
  const isReloadNeeded =
    status === 'opted_out'
      ? await optOut(context, trx, recipient)
      : await optIn(context, trx, recipient, { status });
  // The row still exists, because this transaction wrote it and holds its lock.
  if (isReloadNeeded) return readContact(trx, row.id);
  return trx
    .updateTable('contact')
    .set({ status, updated_at: now })
    .where('id', '=', row.id)
    .returningAll()
    .returning(listIds)
    .executeTakeFirstOrThrow();
}

/** Requires consent from after the opt-out. Earlier consent does not lift it. */
async function requireNewConsent(
  call: Call,
  { account_id, phone }: ContactRow,
  consent: Details['consent'],
): Promise<void> {
  if (!consent) fail('opt_in_required');
  const optedOutAt = (await readOptOuts(call.trx, account_id, [phone])).get(phone);
  if (optedOutAt && requireConsent(call, consent!, '/consent') <= optedOutAt)
    fail('opt_in_required', {
      detail:
        'This consent is from before the opt-out. The contact must consent again, or reply START.',
      fieldErrors: [
        { pointer: '/consent/at', code: 'out_of_range', detail: 'must be after the opt-out' },
      ],
    });
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
  if (consent) requireConsent(call, consent, '/consent');
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
    ...(consent && { consent: JSON.stringify(consent) }),
    updated_at: call.now,
  };
}
