import type { Input, contract } from '@textloom/shared/contract';
import type { Call, Handlers } from '../handlers.ts';
import { idOfCursor, pageOf } from '../http/page.ts';
import { fail, refuse } from '../http/serviceError.ts';
import { newId } from '../ids.ts';
import { contactOf, type ContactRow } from '../messaging/contactOf.ts';
import { optIn, optOut } from '../messaging/optOut.ts';
import { requirePhone } from '../messaging/requirePhone.ts';
import { recordEvents } from '../messaging/recordEvents.ts';

type Details = Omit<Input<(typeof contract)['contact']['update']>, 'id'>;

export const contact: Handlers['contact'] = (call) => ({
  async upsert({ phone: written, ...details }) {
    return contactOf(await upsert(call, requirePhone(call, written, '/phone'), details));
  },

  async get({ id }) {
    const row = await call.trx
      .selectFrom('contact')
      .selectAll()
      .where('account_id', '=', call.account.id)
      .where(keyOf(id), '=', id)
      .executeTakeFirst();
    return contactOf(row ?? missing());
  },

  async list({ limit = 20, cursor, phone, email, external_id, status }) {
    const before = idOfCursor(cursor);
    const rows = await call.trx
      .selectFrom('contact')
      .selectAll()
      .where('account_id', '=', call.account.id)
      .$if(before !== undefined, (query) => query.where('id', '<', before!))
      .$if(phone !== undefined, (query) =>
        query.where('phone', '=', requirePhone(call, phone!, '/phone')),
      )
      .$if(email !== undefined, (query) => query.where('email', '=', email!))
      .$if(external_id !== undefined, (query) => query.where('external_id', '=', external_id!))
      .$if(status !== undefined, (query) => query.where('status', '=', status!))
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute();
    return pageOf(rows, limit, contactOf);
  },

  async update({ id, ...details }) {
    const row = await call.trx
      .updateTable('contact')
      .set(changeOf(call, details))
      .where('account_id', '=', call.account.id)
      .where(keyOf(id), '=', id)
      .returningAll()
      .executeTakeFirst();
    return contactOf(await settleStatus(call, row ?? missing(), details));
  },

  async delete({ id }) {
    const row = await call.trx
      .deleteFrom('contact')
      .where('account_id', '=', call.account.id)
      .where(keyOf(id), '=', id)
      .returning('id')
      .executeTakeFirst();
    if (!row) missing();
    return undefined;
  },
});

/** A contact goes by its id, or by its phone number in E.164 form. */
const keyOf = (idOrPhone: string) => (idOrPhone.startsWith('+') ? 'phone' : 'id');

const missing = (): never =>
  fail('not_found', { detail: 'There is no such contact in this account.' });

/** In one statement, so that it makes no difference who creates or deletes the contact meanwhile. */
async function upsert(call: Call, phone: string, details: Details): Promise<ContactRow> {
  const { trx, account, now, context } = call;
  const hasOptedOut = await trx
    .selectFrom('opt_out')
    .select('phone')
    .where('account_id', '=', account.id)
    .where('phone', '=', phone)
    .executeTakeFirst();
  const id = newId('con');
  const change = changeOf(call, details);
  const row = await trx
    .insertInto('contact')
    .values({
      attributes: '{}',
      ...change,
      id,
      account_id: account.id,
      phone,
      status: hasOptedOut ? 'opted_out' : details.status === 'pending' ? 'pending' : 'subscribed',
      created_at: now,
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'phone']).doUpdateSet(change))
    .returningAll()
    .executeTakeFirstOrThrow();
  if (row.id === id) {
    const data = { ...contactOf(row), previous_status: null };
    await recordEvents(context, trx, [{ accountId: account.id, type: 'contact.created', data }]);
  } else {
    call.updated();
  }
  return settleStatus(call, row, details);
}

/** Brings the opt-out of the number in line with the status that was asked for. */
async function settleStatus(
  { context, trx, now }: Call,
  row: ContactRow,
  { status, consent }: Details,
): Promise<ContactRow> {
  if (status === undefined || row.status === status) return row;
  if (row.status === 'opted_out' && !consent) fail('opt_in_required');
  const recipient = { accountId: row.account_id, phone: row.phone };
  if (status === 'opted_out') await optOut(context, trx, recipient);
  else await optIn(context, trx, recipient);
  // The row is there still: it is locked since this transaction has written it.
  return trx
    .updateTable('contact')
    .set({ status, updated_at: now })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** What the given fields change; the status is settled by itself. */
function changeOf(
  { now }: Call,
  { first_name, last_name, email, external_id, attributes, time_zone, consent }: Details,
) {
  if (time_zone !== undefined && !isTimeZone(time_zone)) {
    refuse(
      '/time_zone',
      'invalid_format',
      'has to be the IANA name of a time zone, such as America/New_York',
    );
  }
  return {
    first_name,
    last_name,
    email,
    external_id,
    time_zone,
    ...(attributes && { attributes: JSON.stringify(attributes) }),
    ...(consent && { consent: JSON.stringify(consent) }),
    updated_at: now,
  };
}

function isTimeZone(name: string): boolean {
  // An offset such as +01:00 is known to Intl, too, and knows no summer.
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
