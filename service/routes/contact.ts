import type { Contact, Input, contract } from '@textloom/shared/contract';
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
    const phone = requirePhone(call, written, '/phone');
    const before = await find(call, phone);
    if (before) {
      call.updated();
      return contactOf(await change(call, before, details));
    }
    return contactOf(await create(call, phone, details));
  },

  async get({ id }) {
    return contactOf(await need(call, id));
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
    return contactOf(await change(call, await need(call, id), details));
  },

  async delete({ id }) {
    const { id: found } = await need(call, id);
    await call.trx.deleteFrom('contact').where('id', '=', found).execute();
    return undefined;
  },
});

/** By id, or by phone number in E.164 form. */
const find = ({ trx, account }: Call, idOrPhone: string): Promise<ContactRow | undefined> =>
  trx
    .selectFrom('contact')
    .selectAll()
    .where('account_id', '=', account.id)
    .where(idOrPhone.startsWith('+') ? 'phone' : 'id', '=', idOrPhone)
    .executeTakeFirst();

const need = async (call: Call, id: string): Promise<ContactRow> =>
  (await find(call, id)) ??
  fail('not_found', { detail: 'There is no such contact in this account.' });

async function create(
  call: Call,
  phone: string,
  { status, ...details }: Details,
): Promise<ContactRow> {
  const { trx, account, now, context } = call;
  const hasOptedOut = await trx
    .selectFrom('opt_out')
    .select('phone')
    .where('account_id', '=', account.id)
    .where('phone', '=', phone)
    .executeTakeFirst();
  if (hasOptedOut && status !== undefined && status !== 'opted_out')
    requireConsent(details.consent);
  const row = await trx
    .insertInto('contact')
    .values({
      id: newId('con'),
      account_id: account.id,
      phone,
      ...columnsOf(details),
      attributes: JSON.stringify(details.attributes ?? {}),
      status: hasOptedOut ? 'opted_out' : status === 'pending' ? 'pending' : 'subscribed',
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  // Another request has created the contact at the same moment: this one updates it.
  if (!row) {
    call.updated();
    return change(call, await need(call, phone), { status, ...details });
  }
  await recordEvents(context, trx, [
    {
      accountId: account.id,
      type: 'contact.created',
      data: { ...contactOf(row), previous_status: null },
    },
  ]);
  return status === undefined ? row : settleStatus(call, row, status);
}

async function change(
  call: Call,
  { id }: Pick<ContactRow, 'id'>,
  { status, ...details }: Details,
): Promise<ContactRow> {
  const { trx, now } = call;
  const row = await trx
    .updateTable('contact')
    .set({
      ...columnsOf(details),
      ...(details.attributes && { attributes: JSON.stringify(details.attributes) }),
      updated_at: now,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  // Asked of the row as it now stands: a STOP may have come in since it was looked up.
  if (row.status === 'opted_out' && status !== undefined && status !== 'opted_out')
    requireConsent(details.consent);
  return status === undefined ? row : settleStatus(call, row, status);
}

/** Brings the opt-out of the number in line with the status that was asked for. */
async function settleStatus(
  call: Call,
  row: ContactRow,
  status: Contact['status'],
): Promise<ContactRow> {
  const { context, trx, now } = call;
  const recipient = { accountId: row.account_id, phone: row.phone };
  if (row.status === status) return row;
  if (status === 'opted_out') await optOut(context, trx, recipient);
  else await optIn(context, trx, recipient);
  return trx
    .updateTable('contact')
    .set({ status, updated_at: now })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

function requireConsent(consent: Details['consent']): void {
  if (!consent) fail('opt_in_required');
}

function columnsOf({ first_name, last_name, email, external_id, time_zone, consent }: Details) {
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
    ...(consent && { consent: JSON.stringify(consent) }),
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
