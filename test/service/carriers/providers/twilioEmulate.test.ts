import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createEmulator, type Emulator } from 'emulate';
import { openFolder } from '../../harness/database.ts';
import { openHarness, type Account, type Harness } from '../../harness/harness.ts';
import { until } from '../../harness/until.ts';
import { accountSid, authToken } from './twilioDialect.ts';
import { freePort } from '../../../../scripts/programs/port.ts';

/*
 * The emulator of the package `emulate` knows Twilio from other sources than we do. It judges
 * requests, IDs and signatures. It has no limits, no lost responses and no codes in receipts.
 */

const phone = '+13125550001';
/** The carrier `other` has another token than Twilio. */
const otherPhone = '+447700900123';
const foreignSender = '+13125551234';

let emulator: Emulator;
let harness: Harness;
let account: Account;

beforeAll(async () => {
  const port = await freePort();
  const seed = { twilio: { account: { sid: accountSid, auth_token: authToken } } };
  emulator = await createEmulator({ service: 'twilio', port: 0, seed });
  const entry = { type: 'twilio', base_url: emulator.url, account_sid: accountSid };
  const publicUrl = `http://127.0.0.1:${port}`;
  harness = await openHarness(openFolder, {
    PORT: String(port),
    PUBLIC_URL: publicUrl,
    CARRIERS: JSON.stringify([
      { ...entry, name: 'acme', auth_token: authToken, numbers: [foreignSender] },
      {
        ...entry,
        name: 'other',
        auth_token: 'another_auth_token',
        routes: { prefixes: ['+44'] },
      },
    ]),
  });
  account = harness.account();
  for (const [number, name] of [
    [account.number, 'acme'],
    [otherPhone, 'other'],
  ] as const)
    await call('IncomingPhoneNumbers.json', {
      PhoneNumber: number,
      SmsUrl: `${publicUrl}/carriers/${name}/texts`,
    });
});
afterAll(async () => {
  await harness.close();
  await emulator.close();
});

/** Calls the API as a customer of Twilio does. */
const call = (path: string, fields?: Readonly<Record<string, string>>): Promise<Resource> =>
  ask(`/2010-04-01/Accounts/${accountSid}/${path}`, fields);

/** Makes the emulator change a status or deliver a text. */
const simulate = (what: string, fields: Readonly<Record<string, string>>): Promise<Resource> =>
  ask(`/_twilio/simulate/${what}`, fields);

interface Resource {
  readonly messages?: readonly Readonly<Record<string, unknown>>[];
}

async function ask(path: string, fields?: Readonly<Record<string, string>>): Promise<Resource> {
  const token = Buffer.from(`${accountSid}:${authToken}`).toString('base64');
  const response = await fetch(emulator.url + path, {
    headers: { authorization: `Basic ${token}` },
    ...(fields && { method: 'POST', body: new URLSearchParams(fields) }),
  });
  expect([path, response.ok]).toEqual([path, true]);
  return (await response.json()) as Resource;
}

/** Returns how the service responded to the last callback to this path of the public URL. */
async function lastResponse(path: string): Promise<string | undefined> {
  const page = await (await fetch(`${emulator.url}/?tab=webhooks`)).text();
  const rows = page.matchAll(/<td>[^<]*<\/td><td>([^<]*)<\/td><td>(\d+)<\/td>/g);
  return [...rows].find(([, url]) => url!.includes(path))?.[2];
}

const sendTo = async (to: string, text: string) => {
  const { id } = await account.client.message.send({ to, text });
  await account.reaches(id, 'sent');
  const { messages = [] } = await call('Messages.json');
  const message = messages.find(({ body }) => body === text)!;
  return { id, message, sid: String(message.sid) };
};

describe('another emulator of Twilio', () => {
  it('accepts a message, and its receipts count', async () => {
    const { id, message, sid } = await sendTo(phone, 'Grüße 👋 & bye');
    expect(message).toMatchObject({
      from: account.number,
      to: phone,
      body: 'Grüße 👋 & bye',
      direction: 'outbound-api',
      num_segments: '1',
    });
    for (const Status of ['sent', 'delivered', 'undelivered'])
      await simulate('message-status', { MessageSid: sid, Status });
    expect(await account.reaches(id)).toMatchObject({ status: 'delivered' });
    expect(await lastResponse(`/carriers/acme/messages/${id}/`)).toBe('200');
    expect((await account.eventsOf(id)).map(({ type }) => type)).toEqual([
      'message.sent',
      'message.delivered',
    ]);
  });

  it.each([
    ['undelivered', 'carrier_undeliverable'],
    ['failed', 'carrier_rejected'],
    ['canceled', 'carrier_discarded'],
  ])('reports that a message did not arrive: %s', async (Status, code) => {
    const { id, sid } = await sendTo(phone, `A text that is ${Status}`);
    await simulate('message-status', { MessageSid: sid, Status });
    expect(await account.reaches(id)).toMatchObject({
      status: 'undelivered',
      error: { code, carrier_code: Status },
    });
  });

  it('refuses a sender that the account at Twilio does not have', async () => {
    await account.client.number.provision({ number: foreignSender });
    const text = 'From somebody else';
    const { id } = await account.client.message.send({ from: foreignSender, to: phone, text });
    expect(await account.reaches(id)).toMatchObject({
      status: 'failed',
      error: { code: 'carrier_rejected', carrier_code: '21606' },
    });
  });

  it('brings texts, and a STOP opts out', async () => {
    for (const Body of ['Grüße 👋 & bye', 'STOP'])
      await simulate('inbound-message', { From: phone, To: account.number, Body });
    await until('the texts are there', async () => {
      const { data } = await account.client.message.list({ direction: 'inbound', from: phone });
      return data.length === 2;
    });
    const { data } = await account.client.message.list({ direction: 'inbound', from: phone });
    expect(data.map(({ text }) => text).sort()).toEqual(['Grüße 👋 & bye', 'STOP']);
    await until('the contact opts out', async () => {
      const contacts = await account.client.contact.list({ phone });
      return contacts.data[0]?.status === 'opted_out';
    });
    expect(await lastResponse('/carriers/acme/texts')).toBe('200');
  });

  it('refuses a wrong token, and its callbacks do not count with another token', async () => {
    const { id } = await account.client.message.send({ to: otherPhone, text: 'Never there' });
    await simulate('inbound-message', { From: otherPhone, To: otherPhone, Body: 'Forged' });
    expect(await lastResponse('/carriers/other/texts')).toBe('401');
    // A later text arrives, so the service has handled the forged one.
    const later = '+13125550002';
    await sendTo(later, 'Later');
    await simulate('inbound-message', { From: later, To: account.number, Body: 'Genuine' });
    await until('the genuine text is there', async () => {
      const { data } = await account.client.message.list({ direction: 'inbound', from: later });
      return data.length === 1;
    });
    expect((await account.client.message.get({ id })).status).toBe('queued');
    const { data } = await account.client.message.list({ direction: 'inbound', from: otherPhone });
    expect(data).toEqual([]);
  });
});
