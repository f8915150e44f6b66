import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { readConversations } from '../../../service/conversations/readConversations.ts';
import { workOnBroadcasts } from '../../../service/broadcasts/workOnBroadcasts.ts';
import { readPermissions } from '../../../service/consents/permissions.ts';
import { applyRetention } from '../../../service/erasures/retention/applyRetention.ts';
import { workOnErasures } from '../../../service/erasures/workOnErasures.ts';
import { broadcast } from '../../../service/handlers/broadcast.ts';
import { contact } from '../../../service/handlers/contact.ts';
import { number } from '../../../service/handlers/number.ts';
import { verification } from '../../../service/handlers/verification.ts';
import { newId } from '../../../service/lib/ids.ts';
import { phoneKey } from '../../../service/phones/equivalentNumbers.ts';
import { columnsByTable } from '../erasures/personalColumns.ts';
import { openFolder } from '../harness/database.ts';
import { readRows } from './readRows.ts';
import { openRealServices, type RealService, type RealServices } from '../model/realService.ts';

let services: RealServices;
beforeAll(async () => {
  services = await openRealServices(openFolder);
});
afterAll(() => services.close());

const matchIds = (rows: readonly string[]): RegExp =>
  new RegExp(
    rows
      .join()
      .match(/\b[a-z]{3}_[0-9A-Z]{26}\b/g)!
      .join('|'),
  );

const prefix = '+1202';

/** Returns the rows of an account. */
const read = ({ context, accountId, number }: RealService): Promise<string[]> =>
  readRows({ query: (text) => sql.raw(text).execute(context.db) }, { accountId, secret: number });

/** Tables that this test leaves empty: their rows belong to a message or to no account. */
const empty = ['delivery', 'erasure', 'receipt', 'received_media', 'secret_text'];

/** Returns the other tables that can hold something about a person. */
const tables = Object.entries(columnsByTable)
  .filter(([table, { personal }]) => table.startsWith('public.') && personal.length > 0)
  .map(([table]) => table.replace('public.', ''))
  .filter((table) => !empty.includes(table));

/** Stores a row about the person in each of these tables. */
async function storePerson(service: RealService): Promise<void> {
  const { context, accountId: account_id, number } = service;
  const phone = service.toPhone(0);
  const at = context.clock();
  const sent = await service.send({ to: 0, parts: 1, ttl: 86_400, inSeconds: 0 });
  const message_id = 'id' in sent ? sent.id : '';
  const [contact_id, broadcast_id] = [newId('con'), newId('brd')];
  const about = { account_id, phone };
  const once = { account_id, created_at: at };
  const json = JSON.stringify({ data: about });
  const rows: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
    contact: {
      ...{ ...about, id: contact_id, attributes: '{}', status: 'subscribed' },
      first_name: account_id,
      ...{ created_at: at, updated_at: at },
    },
    consent: {
      ...{ ...about, id: newId('cns'), contact_id, action: 'opted_in', method: 'api' },
      source: account_id,
      ...{ consented_at: at, created_at: at },
    },
    opt_out: { ...about, number: '', created_at: new Date('2026-01-01') },
    automatic_reply: { ...about, number, keyword: 'stop', replied_at: at },
    keyword_answer: { ...about, keyword: 'stop', answered_at: at },
    review: {
      ...{ ...about, id: newId('rev'), number, status: 'open', keyword: 'stop', rule: 'x' },
      ...{ message_id, created_at: at },
    },
    verification: {
      ...{ ...about, id: newId('ver'), status: 'pending', attempts_left: 3, is_known: false },
      ...{ message_id, next_code_at: at, expires_at: at, created_at: at },
    },
    verification_prefix: {
      ...{ account_id, prefix, digits: 3, status: 'blocked', debt: 500, history: 0 },
      ...{ probes: 0, strikes: 1, until: new Date(at.getTime() + 3_600_000), updated_at: at },
    },
    conversation: {
      ...{ ...about, id: newId('con'), number, phones: [phone], status: 'open', unread: 1 },
      ...{ created_at: at, updated_at: at },
    },
    webhook: {
      ...{ ...once, id: newId('whk'), url: 'https://example.com', events: '["*"]', secret: 's' },
      ...{ filter: JSON.stringify({ from: [phone] }), status: 'enabled', updated_at: at },
    },
    event: { ...once, id: newId('evt'), type: 'contact.created', body: json },
    idempotency: {
      ...{ ...once, path: '/messages', key: phone, fingerprint: 'f', status: 202, body: json },
    },
    handset_text: {
      ...{ account_id, id: newId('txt'), handset: phone, direction: 'to_handset', text: 'Hi' },
      ...{ sender: number, recipient: phone, parts: 1, is_shown: true, at },
    },
    incoming_part: {
      ...{ carrier: 'smpp', sender: phone, recipient: number, reference: 1, parts: 2, part: 1 },
      ...{ data_coding: 0, octets: 'SGk=', received_at: at },
    },
    broadcast: {
      ...{ ...once, id: broadcast_id, name: 'Sale', status: 'completed', audience: '{}' },
      ...{ sender: number, text: 'Hi', smart_encoding: false, purpose: 'alert', metadata: '{}' },
      ...{ failure_percent: 50, opt_out_percent: 50 },
    },
    broadcast_recipient: {
      ...{ broadcast_id, phone_key: phoneKey(phone), phone, contact_id, status: 'sent' },
    },
  };
  for (const [table, row] of Object.entries(rows))
    await sql`
      insert into ${sql.table(table)} (${sql.join(Object.keys(row).map((name) => sql.ref(name)))})
      values (${sql.join(Object.values(row))})`.execute(context.db);
}

async function deleteOwn(
  { context, accountId }: RealService,
  ...tables: readonly ('contact' | 'opt_out' | 'verification' | 'verification_prefix')[]
): Promise<void> {
  for (const table of tables)
    await context.db.deleteFrom(table).where('account_id', '=', accountId).execute();
}

const actions: Readonly<Record<string, (service: RealService) => Promise<unknown>>> = {
  'gets a STOP': async (service) => {
    await deleteOwn(service, 'opt_out');
    await service.bringText(0, 'STOP');
  },
  'gets a STOP from somebody who is not a contact': async (service) => {
    await deleteOwn(service, 'opt_out', 'contact');
    await service.bringText(0, 'STOP');
  },
  'gets a second STOP': ({ bringText }) => bringText(0, 'STOP'),
  'gets a START': async ({ bringText, request, toPhone }) => {
    await bringText(0, 'START');
    const own = await request((call) => contact.get(call, { id: toPhone(0) }));
    expect(own.status).toBe('subscribed');
  },
  'changes its contact': ({ request, toPhone }) =>
    request((call) => contact.update(call, { id: toPhone(0), first_name: 'Mine' })),
  'opts its contact out': async (service) => {
    await deleteOwn(service, 'opt_out');
    const id = service.toPhone(0);
    await service.request((call) => contact.update(call, { id, status: 'opted_out' }));
  },
  'deletes its contact': ({ request, toPhone }) =>
    request((call) => contact.delete(call, { id: toPhone(0) })),
  'erases the person': async ({ request, toPhone, context }) => {
    await request((call) => contact.delete(call, { id: toPhone(0), erase: true }));
    await workOnErasures(context, Infinity);
  },
  'starts a verification': async (service) => {
    await deleteOwn(service, 'opt_out', 'verification', 'verification_prefix');
    const code = { length: 6, ttl: 600, max_attempts: 5, language: 'en' } as const;
    const input = { ...code, to: service.toPhone(0) };
    const [started] = await service.request((call) => verification.start.batch(call, [input]));
    expect(started).toMatchObject({ status: 'pending' });
  },
  'enters a wrong code': async ({ request, toPhone }) => {
    const input = { to: toPhone(0), code: '000000' };
    const checked = await request((call) => verification.check(call, input));
    expect(checked.valid).toBe(false);
  },
  'unblocks a prefix': ({ request }) => request((call) => verification.unblock(call, { prefix })),
  'changes its default number': async ({ request, context, number: first }) => {
    const own = context.db.selectFrom('number').selectAll().where('number', '=', first);
    const row = await own.executeTakeFirstOrThrow();
    const id = newId('num');
    const second = { ...row, id, number: `${first}0`, is_default: false };
    await context.db.insertInto('number').values(second).execute();
    await request((call) => number.update(call, { id, default: true }));
  },
  'sends a broadcast to all contacts': async ({ request, context }) => {
    await request((call) =>
      broadcast.create(call, {
        ...{ name: 'Sale', audience: { all_contacts: true }, text: 'Sale!' },
        ...{ purpose: 'notification', smart_encoding: false },
      }),
    );
    for (let step = 0; step < 5; step++) await workOnBroadcasts(context);
  },
};

describe('what an account stores about a person stays the same while another account', () => {
  it.each(Object.entries(actions))('%s', async (_, act) => {
    const [other, owner] = [await services.next(), await services.next()];
    const { context } = other;
    const recipient = other.toPhone(0);
    await storePerson(other);
    await storePerson(owner);
    const before = await read(owner);
    const missing = tables.filter((table) => !before.some((row) => row.startsWith(`${table} `)));
    expect(missing).toEqual([]);
    const own = await read(other);
    await act(other);
    const after = await read(other);
    expect(after).not.toEqual(own);
    expect(after.filter((row) => matchIds(before).test(row))).toEqual([]);
    expect(await read(owner)).toEqual(before);
    const { accountId, number: sender } = owner;
    const text = { accountId, recipient, sender, purpose: 'alert' as const };
    const find = await context.db
      .transaction()
      .execute((trx) => readPermissions(context, trx, [text]));
    expect(find(text)).toBe('recipient_opted_out');
  });
});

it('what an account sees about a person contains nothing that another account stores', async () => {
  const [other, owner] = [await services.next(), await services.next()];
  await storePerson(other);
  await storePerson(owner);
  await deleteOwn(other, 'contact');
  const look = (filters: { readonly search?: string }) =>
    other.request(({ trx, account }) =>
      readConversations({ db: trx, account }, { limit: 10, ...filters }),
    );
  const id = other.toPhone(0);
  const person = await other.request((call) => contact.export(call, { id, limit: 10 }));
  expect(JSON.stringify([await look({}), person])).not.toMatch(matchIds(await read(owner)));
  expect((await look({ search: owner.accountId })).data).toEqual([]);
  await deleteOwn(other, 'opt_out');
  const added = await other.request((call) => contact.upsert(call, { phone: id }));
  expect(added.status).toBe('subscribed');
});

it('an erasure leaves nothing about the person', async () => {
  const service = await services.next();
  await storePerson(service);
  await actions['erases the person']!(service);
  const left = (await read(service)).filter((row) => row.includes(service.toPhone(0)));
  expect(left).toEqual([]);
});

it('a retention setting leaves alone the messages of other accounts', async () => {
  const [elsewhere, eraser] = [await services.next(), await services.next()];
  const { db } = eraser.context;
  let now = eraser.now() + 90 * 24 * 3_600_000;
  const keep = async ({ accountId, bringText }: RealService, message_days: number) => {
    for (const text of ['Old', 'New']) await bringText(0, text);
    const otp_text_hours = message_days === 1 ? 1 : null;
    const retention = { otp_text_hours, text_days: null, message_days };
    await db
      .updateTable('account')
      .set({ retention: JSON.stringify(retention) })
      .where('id', '=', accountId)
      .execute();
    const body = JSON.stringify({ text: accountId, purpose: 'otp', text_erased_at: null });
    const response = { path: '/messages', key: 'same', fingerprint: '', status: 202, body };
    const created_at = new Date(now - 90 * 24 * 3_600_000);
    await db
      .insertInto('idempotency')
      .values({ ...response, account_id: accountId, created_at })
      .execute();
    const messages = db.selectFrom('message').select('id').where('account_id', '=', accountId);
    return (await messages.orderBy('id').executeTakeFirstOrThrow()).id;
  };
  const settings = [
    // This message waits until a moment after the service has looked.
    { owner: elsewhere, id: await keep(elsewhere, 3_650), retryAt: now + 2_500 },
    { owner: eraser, id: await keep(eraser, 1), retryAt: now },
  ];
  for (const { owner, id, retryAt } of settings) {
    const row = { account_id: owner.accountId, kind: 'message' as const };
    const retry_at = new Date(retryAt);
    await db
      .insertInto('retention_wait')
      .values({ ...row, message_id: id, retry_at })
      .execute();
    await db
      .insertInto('retention_walk')
      .values({ ...row, cursor: owner === eraser ? '' : id })
      .execute();
  }
  const readKept = async () =>
    (await read(elsewhere)).filter((row) => !row.startsWith('retention_wait '));
  const before = await readKept();

  const clock = () => new Date((now += 1_000));
  while (await applyRetention({ ...eraser.context, clock }));

  expect((await read(eraser)).filter((row) => row.startsWith('message '))).toEqual([]);
  expect(await readKept()).toEqual(before);
});
