import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Message } from '@textloom/shared/contract';
import { openFolder } from '../../harness/database.ts';
import { handset, openHarness, type Account, type Harness } from '../../harness/harness.ts';
import { openSmsc, type Smsc } from './smsc.ts';
import { until } from '../../harness/until.ts';

const hour = 3_600_000;
const unconfirmed = { code: 'opt_in_required', status: 422 };
/** Two spellings of one number. */
const [long, short] = ['+5511987654300', '+551187654300'] as const;

describe('a person whose number has two spellings', () => {
  const marketing = { purpose: 'marketing' as const };
  let harness: Harness;
  let account: Account;
  let smsc: Smsc;
  beforeAll(async () => {
    smsc = await openSmsc();
    const acme = { name: 'acme', host: '127.0.0.1', port: smsc.port, system_id: 'textloom' };
    harness = await openHarness(openFolder, { CARRIERS: JSON.stringify([acme]) });
    await until('the carrier is bound', () => smsc.links() > 0);
  });
  afterAll(async () => {
    await harness.close();
    await smsc.close();
  });
  beforeEach(() => {
    account = harness.account();
  });
  afterEach(() => {
    harness.setAhead(0);
    expect(harness.faults.splice(0)).toEqual([]);
  });

  /** Delivers a text from a phone, and returns the resulting message. */
  const received = async (from: string, text: string): Promise<Message> => {
    const to = account.number.slice(1);
    await smsc.deliver({ from: from.slice(1), to, octets: Buffer.from(text) });
    return (await account.client.message.list({ direction: 'inbound', from })).data[0]!;
  };
  const upsert = (phone: string, more: object = {}) =>
    account.client.contact.upsert({ phone, ...more });
  const send = (to: string, more: object = {}) =>
    account.client.message.send({ to, text: 'Hi', ...more });
  const get = (phone: string) => account.client.contact.get({ id: phone });
  /** Adds a contact even if the other spelling has one, as earlier versions did. */
  const addContact = async (phone: string) => {
    const { id } = await upsert(handset(0, 212));
    await harness.query(`update contact set phone = '${phone}' where id = '${id}'`);
    return id;
  };
  const later = () => new Date(Date.now() + 24 * hour).toISOString();

  it.each([
    [long, short],
    [short, long],
  ])('is the contact %s even when they text or get a text as %s', async (stored, other) => {
    const { id: contact_id } = await upsert(stored, { first_name: 'Ana' });
    const sent = await send(other, { text: 'Hi {{first_name}}' });
    expect(sent).toMatchObject({ to: other, text: 'Hi Ana', contact_id });
    await account.reaches(sent.id);
    const { id } = await send(stored);
    await account.reaches(id);
    const text = await received(other, 'Hello');
    expect(text).toMatchObject({ contact_id, in_reply_to: id });
    const [event] = await account.eventsOf(text.id);
    expect(event!.data.contact).toMatchObject({ id: contact_id, phone: stored });
  });

  it.each([
    [long, short],
    [short, long],
  ])(
    'is one contact with the number %s, which %s finds and changes, too',
    async (stored, other) => {
      const { contact } = account.client;
      await harness.account().client.contact.upsert({ phone: other });
      const { id } = await upsert(stored, { first_name: 'Ana' });
      expect(await upsert(other, { last_name: 'Lima' })).toMatchObject({ id, phone: stored });
      const csv = `phone,city,email\n${other},Rio,\n${stored},,ana@example.com\n`;
      expect(await contact.import({ csv })).toMatchObject({ created: 0, updated: 2, refused: [] });
      await contact.update({ id: other, external_id: '1042' });
      const person = { first_name: 'Ana', last_name: 'Lima', email: 'ana@example.com' };
      const expected = { id, ...person, attributes: { city: 'Rio' }, external_id: '1042' };
      expect(await get(other)).toMatchObject(expected);
      expect((await contact.list({ phone: other })).data).toMatchObject([expected]);
      expect((await contact.list({})).data).toHaveLength(1);
      await contact.delete({ id: other });
      expect((await contact.list({})).data).toEqual([]);
    },
  );

  it('becomes one contact if a file contains both spellings', async () => {
    const { contact } = account.client;
    const csv = `phone,first_name,last_name\n${long},Ana,\n${short},,Lima\n`;
    expect(await contact.import({ csv })).toMatchObject({ created: 1, updated: 1, refused: [] });
    expect((await contact.list({})).data).toMatchObject([
      { phone: long, first_name: 'Ana', last_name: 'Lima' },
    ]);
  });

  it('is the contact with the same spelling, if there are two', async () => {
    for (const phone of [long, short]) {
      const contact_id = await addContact(phone);
      expect(await get(phone)).toMatchObject({ id: contact_id });
      expect(await upsert(phone)).toMatchObject({ id: contact_id });
      expect(await send(phone)).toMatchObject({ contact_id });
      expect(await received(phone, 'Hello')).toMatchObject({ contact_id });
    }
    const first = (await get(long)).id;
    expect(await send(long)).toMatchObject({ contact_id: first });
    expect(await received(long, 'Hello')).toMatchObject({ contact_id: first });
  });

  it.each([
    [long, short],
    [short, long],
  ])('gets through a filter of a webhook that names %s also as %s', async (named, other) => {
    const hook = harness.receiver.hook();
    for (const filter of [{ from: [named] }, { to: [named] }]) {
      const { id } = await account.client.webhook.create({
        ...{ url: hook.url, filter },
        events: ['message.received', 'message.sent'],
      });
      if (filter.from) await received(other, 'Hello');
      else await send(other);
      await received('+12025550123', 'Hello');
      await until('the event has arrived', () => hook.deliveries.length > 0);
      await account.client.webhook.delete({ id });
      expect(hook.deliveries.splice(0)).toMatchObject([
        { event: { data: filter.from ? { from: other } : { to: other } } },
      ]);
    }
  });

  it('confirms with a YES from the other spelling', async () => {
    const { id } = await upsert(long, { status: 'pending' });
    await account.reaches((await account.client.contact.confirm({ id })).id);
    expect(await received(short, 'YES')).toMatchObject({ keyword_rule: 'confirmation' });
    expect((await get(long)).status).toBe('subscribed');
  });

  it('counts once as somebody who replied to a broadcast and opted out', async () => {
    await upsert(long);
    const { id } = await account.client.broadcast.create({
      ...{ name: 'Sale', audience: { all_contacts: true }, text: 'Sale!' },
      purpose: 'notification',
    });
    const counts = async () => (await account.client.broadcast.get({ id })).counts;
    await until('the message arrives', async () => (await counts()).delivered === 1);
    for (const text of ['Who is this?', 'STOP']) await received(short, text);
    expect(await counts()).toMatchObject({ replied: 1, opted_out: 1 });
  });

  it('gets no marketing under either spelling while one of them is pending', async () => {
    await upsert(long, { status: 'pending' });
    await expect(send(short, marketing)).rejects.toMatchObject(unconfirmed);
    expect(await send(short)).toMatchObject({ status: 'queued' });
    const id = await addContact(short);
    const byId = { contact_id: id, text: 'Sale', ...marketing };
    await expect(account.client.message.send(byId)).rejects.toMatchObject(unconfirmed);
    const everybody = { audience: { all_contacts: true }, text: 'Sale' };
    expect(await account.client.broadcast.preview(everybody)).toMatchObject({
      messages: 0,
      skipped: [{ reason: 'pending_consent', count: 1 }],
    });
  });

  it.each([
    [long, short],
    [short, long],
  ])('is found as %s and as %s in the lists of reviews and verifications', async (one, other) => {
    const { client } = account;
    const { id } = await client.verification.start({ to: one });
    await received(one, 'Please do not text me so often');
    for (const phone of [one, other]) {
      const verifications = await client.verification.list({ to: phone });
      expect(verifications.data).toMatchObject([{ id, to: one }]);
      expect((await client.review.list({ phone })).data).toMatchObject([{ phone: one }]);
    }
  });

  it('does not get marketing that waited while the other spelling became pending', async () => {
    const { id } = await send(short, { ...marketing, send_at: later() });
    await upsert(long, { status: 'pending' });
    harness.setAhead(36 * hour);
    expect(await account.reaches(id)).toMatchObject({
      status: 'failed',
      error: { code: 'opt_in_required' },
    });
  });
});
