import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { contract, sampleOf } from '@textloom/shared/contract';
import { freePort } from '../../../scripts/programs/port.ts';
import { createCallbacks } from '../../../service/carriers/openCarriers.ts';
import { readCarriers } from '../../../service/carriers/readCarriers.ts';
import { logFailure } from '../../../service/observability/log.ts';
import { openFolder, type TestDatabase } from '../harness/database.ts';
import { handset } from '../harness/harness.ts';
import { newKey, startProcess, type TestProcess } from '../harness/process.ts';
import { openReceiver, type Receiver } from '../harness/receiver.ts';
import { until } from '../harness/until.ts';

const text = 'Zebra crossing 4711';
const phones = [0, 51, 52, 53, 58, 59, 60].map((outcome) => handset(outcome, 787));

describe('a failure in the log', () => {
  it.each([
    ['relation "account" does not exist', 'relation "…" does not exist'],
    [
      `Unexpected token 'Z', "{"a":"Zebra" crossing" is not valid JSON`,
      `Unexpected token '…', "…" is not valid JSON`,
    ],
    ['connect ECONNREFUSED 127.0.0.1:5432', 'connect ECONNREFUSED …:5432'],
    ['No route to +1 (202) 555-0123 for tl_send_abc or a@b.example', 'No route to … for … or …'],
    ['Out of\nmemory', 'Out of memory'],
  ])('is logged without the values that its message quotes: %j', (message, reason) => {
    const entries: object[] = [];
    const cause = new Error('The cause "Zebra"', { cause: 'Zebra' });
    logFailure(
      { error: (entry: object) => void entries.push(entry) },
      new TypeError(message, { cause }),
      'x',
    );
    expect(entries).toMatchObject([
      { name: 'TypeError', reason: `${reason}, caused by The cause "…"` },
    ]);
    expect(JSON.stringify(entries)).not.toMatch(/Zebra|0123|abc/);
  });
});

describe.each(['json', 'text'])('the %s log at its most verbose level', (format) => {
  let database: TestDatabase;
  let receiver: Receiver;
  let running: TestProcess;
  const key = newKey();
  beforeAll(async () => {
    database = await openFolder();
    receiver = await openReceiver();
    const settings = { LOG_LEVEL: 'trace', LOG_FORMAT: format };
    running = await startProcess(database, key, [], settings);
  }, 180_000);
  afterAll(async () => {
    await running.kill();
    await receiver.close();
    await database.remove();
  });

  it('records every request, and contains no text, number, name or key', async () => {
    const { account } = running;
    const { client } = account;
    const hook = receiver.hook();
    hook.response = (response, count) => response.writeHead(count % 2 ? 500 : 200).end(text);
    const webhook = await client.webhook.create({ url: hook.url, events: ['*'] });
    const made = await client.key.create({ name: text, scope: 'send' });
    const list = await client.list.create({ name: text });
    const contact = await client.contact.upsert({
      phone: phones[0]!,
      first_name: text,
      email: 'zebra@example.com',
      lists: [list.id],
    });
    const csv = `phone,first_name\n${phones[1]!},${text}\n${text},x`;
    await client.contact.import({ csv, list_id: list.id });
    await client.registration.submit({
      ...sampleOf(contract.registration.submit.input),
      number_ids: [],
    });
    const ids: string[] = [];
    for (const to of phones) ids.push((await client.message.send({ to, text })).id);
    await client.message.sendBatch({
      messages: phones.map((to) => ({ to, text, reference: text })),
    });
    await client.message.preview({ to: phones[0]!, text });
    await client.message.list({ to: phones[0]! });
    await client.contact.get({ id: phones[0]! });
    await account.textFrom(phones[0]!, text);
    await account.textFrom(phones[0]!, 'STOP');
    await until(
      'the contact has opted out',
      async () => (await client.contact.get({ id: contact.id })).status === 'opted_out',
    );
    await account.json('POST', '/messages', { to: phones[0], text });
    await account.json('POST', '/messages', { to: text, text: 1, [text]: phones[0] });
    await account.json('POST', '/contacts/import', { csv: `"${text}${phones[0]!}` });
    await account.json('GET', `/contacts/${encodeURIComponent(phones[2]!)}`);
    await account.json('GET', '/account', undefined, { authorization: `Bearer ${text}` });
    await account.reaches(ids[0]!);
    await until('a delivery has failed', () => hook.deliveries.length > 3);
    expect(await running.stop()).toBe(0);

    const log = running.output();
    expect(log).toContain('/v1/messages');
    expect(log).toContain('request completed');
    const entries = log.split('\n').filter((line) => line.includes('request completed'));
    expect(log).not.toContain('incoming request');
    if (format === 'json')
      for (const line of entries)
        expect(JSON.parse(line)).toMatchObject({
          level: 30,
          req: { method: expect.any(String), route: expect.any(String) },
          res: { statusCode: expect.any(Number) },
          responseTime: expect.any(Number),
        });
    else expect(entries[0]).toMatch(/^\d\d:\d\d:\d\d\.\d{3} INFO {2}request completed /);
    const numbers = [...phones, account.number].flatMap((phone) => [
      phone.slice(1),
      phone.slice(2),
    ]);
    const { brand } = sampleOf(contract.registration.submit.input);
    const secrets = [text, 'zebra@', key, made.key, webhook.secret!, brand.legal_name, ...numbers];
    for (const secret of secrets)
      expect([secret, log.split('\n').filter((line) => line.includes(secret))]).toEqual([
        secret,
        [],
      ]);
  }, 180_000);
});

it('neither the log nor the metrics contain the secret path of a carrier', async () => {
  const database = await openFolder();
  const PUBLIC_URL = 'https://sms.example.com';
  const entry = {
    ...{ type: 'smsgate', name: 'gate', base_url: 'http://127.0.0.1:9/3rdparty/v1' },
    ...{ username: 'ABCDEF', password: 'smsgate_test_password' },
    ...{ device_id: 'PyDmBQZZXYmyxMwED8Fzy', signing_key: 'smsgate_test_key' },
    numbers: ['+12065552000'],
  };
  const CARRIERS = JSON.stringify([entry]);
  const [callbacks] = createCallbacks(readCarriers(CARRIERS), PUBLIC_URL);
  const path = new URL(callbacks!.inboundWebhookUrl).pathname;
  const METRICS_PORT = String(await freePort());
  const settings = { CARRIERS, PUBLIC_URL, METRICS_PORT, LOG_LEVEL: 'trace', LOG_FORMAT: 'json' };
  const running = await startProcess(database, newKey(), [], settings);
  const { status } = await fetch(running.url + path, { method: 'POST', body: '{}' });
  expect(status).toBe(401);
  const metrics = await (await fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`)).text();
  expect(await running.stop()).toBe(0);
  const secret = path.split('/').at(-1)!;
  expect(secret.length).toBeGreaterThan(10);
  for (const shown of [metrics, running.output()]) {
    expect(shown).toContain('/carriers/gate/*');
    expect(shown).not.toContain(secret);
  }
  await database.remove();
}, 180_000);
