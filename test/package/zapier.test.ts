import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  contract,
  headers,
  numberSchema,
  problemSchema,
  sampleOf,
  toWire,
  wireName,
} from '@textloom/shared/contract';
import type { Bundle } from 'zapier-platform-core';
import { packageZapier } from '../../scripts/packageZapier.ts';
import { flatKeys, rules, type Definition } from '../zapier/rules.ts';
import { until } from '../service/until.ts';
import { startServiceProcess, type ServiceProcess } from '../../scripts/serviceProcess.ts';
import { readZip, unzip } from './unzip.ts';
import {
  asZapierHandsOn,
  close,
  listen,
  startZapierPlatform,
  type Delivered,
  type ZapierPlatform,
} from './zapierPlatform.ts';
import { startZapierRuntime, type ZapierRuntime } from './zapierRuntime.ts';

type Item = Record<string, unknown>;
interface Subscription {
  readonly id: string;
  readonly secret: string;
}

const handset = '+12025550123';
const sender = '+12025550100';
let folder: string;
let zip: string;
let service: ServiceProcess;
let platform: ZapierPlatform;
let runtime: ZapierRuntime;

const opened: (() => Promise<void>)[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'textloom-zip-'));
  opened.push(() => rm(folder, { recursive: true }));
  platform = await startZapierPlatform();
  opened.push(platform.stop);
  service = await startServiceProcess({
    settings: {
      RATE_LIMIT: '10000',
      RATE_LIMIT_BURST: '10000',
      REGISTRATION_REVIEW_HOURS: '0',
    },
  });
  opened.push(service.stop);
  zip = await packageZapier(folder, () => undefined);
  await unzip(zip, join(folder, 'app'));
  runtime = await startZapierRuntime(join(folder, 'app'));
  opened.push(runtime.stop);
}, 120_000);
afterAll(async () => {
  for (const close of opened.reverse()) await close();
});

const authData = () => ({ base_url: service.baseUrl, api_key: service.apiKey });
const run = (method: string, bundle: Partial<Bundle> = {}): Promise<unknown> =>
  runtime.run({
    command: 'execute',
    method,
    bundle: { authData: authData(), inputData: {}, ...bundle },
    ...platform.context,
  });
const create = (key: string, inputData: Item, rest: Partial<Bundle> = {}) =>
  run(`creates.${key}.operation.perform`, { inputData, ...rest }) as Promise<Item>;
const search = (key: string, inputData: Item) =>
  run(`searches.${key}.operation.perform`, { inputData }) as Promise<Item[]>;

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
const failure = (work: Promise<unknown>) =>
  work.then(
    () => {
      throw new Error('It did not fail');
    },
    (error: unknown) => error as Error,
  );
/** The part of an error that a user reads: Zapier's own errors carry it as JSON. */
const said = ({ message }: Error) =>
  message.startsWith('{') ? (JSON.parse(message) as { message: string }).message : message;

/** Runs against another server that stands where the service stood. */
async function instead<T>(server: Server, work: (authData: Bundle['authData']) => Promise<T>) {
  const base_url = await listen(server);
  try {
    return await work({ ...authData(), base_url });
  } finally {
    await close(server);
  }
}

/** A server that hands every request on to the service, and leaves it open what becomes of the answer. */
const passingOn = (work: (answer: Response, response: ServerResponse) => Promise<void>) =>
  createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      void fetch(service.baseUrl + request.url!, {
        method: request.method!,
        headers: { ...(request.headers as Record<string, string>), connection: 'close' },
        body: Buffer.concat(chunks),
      }).then((answer) => work(answer, response));
    });
  });
async function hand(answer: Response, response: ServerResponse) {
  response.writeHead(answer.status, { 'content-type': 'application/json' });
  response.end(await answer.text());
}

/** One live Zap: its subscription, and what it does with a delivery. */
async function turnOn(trigger: string, inputData: Item = {}) {
  const at = `triggers.${trigger}.operation`;
  const path = `/hooks/${Math.random().toString(36).slice(2)}`;
  const targetUrl = platform.url + path;
  const subscription = (await run(`${at}.performSubscribe`, {
    inputData,
    targetUrl,
  })) as Subscription;
  const subscribeData = subscription as { id: string };
  return {
    targetUrl,
    subscription,
    deliveries: () => platform.delivered.filter((delivery) => delivery.path === path),
    list: () => run(`${at}.performList`, { inputData }) as Promise<Item[]>,
    receive: (delivery: Delivered, change: Partial<Bundle> = {}) =>
      run(`${at}.perform`, {
        inputData,
        subscribeData,
        cleanedRequest: JSON.parse(delivery.content) as unknown,
        rawRequest: asZapierHandsOn(delivery),
        ...change,
      }) as Promise<Item[]>,
    turnOff: () => run(`${at}.performUnsubscribe`, { inputData, targetUrl, subscribeData }),
  };
}
const webhooks = async () => (await service.client.webhook.list({})).data;

describe('the zip', () => {
  it('is small, and holds neither links nor what stays at home', async () => {
    expect((await stat(zip)).size).toBeLessThan(700 * 1024);
    const entries = await readZip(zip);
    expect(entries.filter((entry) => entry.isSymbolicLink)).toEqual([]);
    const ours = entries
      .map(({ name }) => name)
      .filter((name) => !name.startsWith('node_modules/'));
    expect(ours.sort()).toEqual([
      'definition.json',
      'dist/index.js',
      'package.json',
      'zapierwrapper.js',
    ]);
  });

  it('shows Zapier the committed definition', async () => {
    const golden = join(import.meta.dirname, '../zapier/golden/definition.json');
    const committed: unknown = JSON.parse(await readFile(golden, 'utf8'));
    expect(await runtime.run({ command: 'definition', ...platform.context })).toEqual(committed);
    const inside = await readFile(join(folder, 'app/definition.json'), 'utf8');
    expect(JSON.parse(inside)).toEqual(committed);
  });

  it('is valid', async () => {
    expect(await runtime.run({ command: 'validate', ...platform.context })).toEqual([]);
  });
});

describe('a connection', () => {
  it('is tested by asking whose key it is, for its label', async () => {
    expect(await run('authentication.test')).toMatchObject({ name: 'My account' });
    const untidy = { base_url: ` ${service.baseUrl}// `, api_key: ` ${service.apiKey}\n` };
    expect(await run('authentication.test', { authData: untidy })).toMatchObject({
      name: 'My account',
    });
  });

  it('with a key that is not valid is told so', async () => {
    const error = await failure(
      run('authentication.test', { authData: { ...authData(), api_key: 'wrong' } }),
    );
    expect(error).toMatchObject({ name: 'ExpiredAuthError' });
    expect(error.message).toBe(
      'The API key is missing or not valid. Reconnect the account with a valid API key.',
    );
  });

  it.each([
    ['api.textloom.example', 'not a web address'],
    ['ftp://api.textloom.example/v1', 'not a web address'],
  ])('with the base URL %s is told so at once', async (base_url, words) => {
    const error = await failure(
      run('authentication.test', { authData: { ...authData(), base_url } }),
    );
    expect(said(error)).toContain(words);
  });

  it.each(['/', '/v2'])('with the base URL %s of the service is told to check it', async (path) => {
    const base_url = new URL(path, service.baseUrl).href;
    const error = await failure(
      run('authentication.test', { authData: { ...authData(), base_url } }),
    );
    expect(said(error)).toMatch(/^The service is not at this address\. Check the Base URL/);
  });
});

describe('the trigger New Incoming SMS', () => {
  it('subscribes, starts the Zap with a text and unsubscribes', async () => {
    const zap = await turnOn('incoming_sms');
    expect(await webhooks()).toMatchObject([
      {
        id: zap.subscription.id,
        url: zap.targetUrl,
        events: ['message.received'],
        status: 'enabled',
      },
    ]);

    const text = 'Hi 👋 {{name}}\nשלום Größe';
    await service.textFrom(handset, sender, text);
    const delivery = await until('a delivery comes', () => zap.deliveries()[0]);
    const items = await zap.receive(delivery);
    expect(items).toMatchObject([{ from: handset, to: sender, text, keyword: null }]);
    expect(await zap.list()).toEqual(items);

    await zap.turnOff();
    expect(await webhooks()).toEqual([]);
    await zap.turnOff();
  });

  it('starts the Zap once for an event that is delivered again, and another Zap as well', async () => {
    const [zap, other] = [await turnOn('incoming_sms'), await turnOn('incoming_sms')];
    await service.textFrom(handset, sender, 'Once for each');
    const delivery = await until('a delivery comes', () => zap.deliveries()[0]);
    const others = await until('a delivery comes', () => other.deliveries()[0]);
    expect(await zap.receive(delivery)).toHaveLength(1);
    expect(await zap.receive(delivery)).toEqual([]);
    expect(await other.receive(others)).toHaveLength(1);
    await Promise.all([zap.turnOff(), other.turnOff()]);
  });

  it('starts nothing for a forged, an altered or an unsigned delivery', async () => {
    const zap = await turnOn('incoming_sms');
    const other = await turnOn('incoming_sms');
    await service.textFrom(handset, sender, 'Pay 100');
    const delivery = await until('a delivery comes', () => zap.deliveries()[0]);
    expect(await zap.receive(delivery)).toHaveLength(1);

    const altered = { ...delivery, content: delivery.content.replace('100', '999') };
    expect(await zap.receive(altered)).toEqual([]);
    const { [headers.webhookSignature]: _signature, ...unsigned } = delivery.headers;
    expect(await zap.receive({ ...delivery, headers: unsigned })).toEqual([]);
    expect(await other.receive(delivery)).toEqual([]);
    await Promise.all([zap.turnOff(), other.turnOff()]);
  });
});

describe('the trigger New Incoming SMS with filters', () => {
  it('is told of the numbers that were chosen only, however they are written', async () => {
    const other = '+12025550177';
    const filters = { from: ['(202) 555-0177'], to: sender };
    const zap = await turnOn('incoming_sms', filters);
    expect(await webhooks()).toMatchObject([{ filter: { from: [other], to: [sender] } }]);
    await service.textFrom(handset, sender, 'Not for this Zap');
    await service.textFrom(other, sender, 'For this Zap');
    const delivery = await until('a delivery comes', () => zap.deliveries()[0]);
    const items = await zap.receive(delivery);
    expect(items).toMatchObject([{ from: other, text: 'For this Zap' }]);
    expect(zap.deliveries()).toHaveLength(1);
    expect(await zap.list()).toEqual(items);
    await zap.turnOff();
  });

  it('starts for a text that begins with a keyword, and for no other', async () => {
    const zap = await turnOn('incoming_sms', { keywords: ['Yes', 'ok go'] });
    await service.textFrom(handset, sender, 'yes, please');
    await service.textFrom(handset, sender, 'Yesterday');
    const [first, second] = await until('two deliveries come', () =>
      zap.deliveries().length === 2 ? zap.deliveries() : undefined,
    );
    const started = [...(await zap.receive(first!)), ...(await zap.receive(second!))];
    expect(started).toMatchObject([{ text: 'yes, please' }]);
    expect(await zap.list()).toEqual(started);
    await zap.turnOff();
  });

  it('names the field when a number is none', async () => {
    const error = await failure(turnOn('incoming_sms', { from: ['+1'] }));
    expect(said(error)).toMatch(/^From /);
  });
});

describe('the triggers of contacts', () => {
  it('start when a contact is added, and not when it is updated', async () => {
    const zap = await turnOn('new_contact');
    const contact = await create('add_contact', { phone: '+12025550131', first_name: 'Grace' });
    await create('add_contact', { phone: '+12025550131', last_name: 'Hopper' });
    await create('add_contact', { phone: '+12025550132' });
    const deliveries = await until('two deliveries come', () =>
      zap.deliveries().length === 2 ? zap.deliveries() : undefined,
    );
    const items = (await Promise.all(deliveries.map((one) => zap.receive(one)))).flat();
    expect(items.find(({ contact_id }) => contact_id === contact.id)).toMatchObject({
      phone: '+12025550131',
      first_name: 'Grace',
      status: 'subscribed',
    });
    expect(items.map(({ phone }) => phone).sort()).toEqual(['+12025550131', '+12025550132']);
    const listed = await zap.list();
    expect(listed).toEqual(expect.arrayContaining(items));
    await zap.turnOff();
  });

  it('start when a contact opts out or in, as was chosen', async () => {
    const [both, back] = [
      await turnOn('contact_opted_out_or_in'),
      await turnOn('contact_opted_out_or_in', { changes: ['contact.opted_in'] }),
    ];
    const contact = await create('add_contact', { phone: '+12025550133' });
    await service.textFrom('+12025550133', sender, 'STOP');
    const out = await until('the opt-out comes', () => both.deliveries()[0]);
    expect(await both.receive(out)).toMatchObject([
      { contact_id: contact.id, status: 'opted_out', previous_status: 'subscribed' },
    ]);
    await service.textFrom('+12025550133', sender, 'START');
    const again = await until('the opt-in comes', () => back.deliveries()[0]);
    const items = await back.receive(again);
    expect(items).toMatchObject([{ contact_id: contact.id, status: 'subscribed' }]);
    expect(back.deliveries()).toHaveLength(1);
    expect((await back.list())[0]).toEqual(items[0]);
    expect((await both.list()).map(({ status }) => status)).toEqual(
      expect.arrayContaining(['opted_out', 'subscribed']),
    );
    await Promise.all([both.turnOff(), back.turnOff()]);
  });
});

describe('the trigger Registration Decided', () => {
  it('tells of the decisions that were chosen', async () => {
    const zap = await turnOn('registration_decided', { decisions: ['registration.rejected'] });
    const all = await turnOn('registration_decided');
    const sample = sampleOf(contract.registration.submit.input);
    const brand = { ...sample.brand, ein: '12-3450000' };
    await service.client.registration.submit({ ...sample, number_ids: [] });
    const { id } = await service.client.registration.submit({ ...sample, brand, number_ids: [] });
    const delivery = await until('a decision comes', () => zap.deliveries()[0]);
    await until('both decisions come', () => all.deliveries()[1]);
    const items = await zap.receive(delivery);
    expect(items).toMatchObject([
      {
        registration_id: id,
        status: 'rejected',
        rejections: [{ pointer: '/brand/ein' }],
        brand: { legal_name: brand.legal_name },
      },
    ]);
    expect(zap.deliveries()).toHaveLength(1);
    expect(await zap.list()).toEqual(items);
    await Promise.all([zap.turnOff(), all.turnOff()]);
  });
});

describe('the trigger Message Status Changed', () => {
  it('tells of the statuses that were chosen, and of no others', async () => {
    const statuses = ['message.delivered'];
    const [chosen, all] = [
      await turnOn('message_status_changed', { statuses }),
      await turnOn('message_status_changed'),
    ];
    const message = await create('send_message', {
      to: handset,
      text: 'On its way',
      reference: 'r-1',
    });
    const delivery = await until('a delivery comes', () => chosen.deliveries()[0]);
    await until('two deliveries come', () => all.deliveries()[1]);

    const items = await chosen.receive(delivery);
    expect(items).toMatchObject([
      { message_id: message.id, status: 'delivered', previous_status: 'sent', reference: 'r-1' },
    ]);
    expect(chosen.deliveries()).toHaveLength(1);
    const listed = await chosen.list();
    expect(listed[0]).toEqual(items[0]);
    expect(new Set(listed.map(({ status }) => status))).toEqual(new Set(['delivered']));
    expect(new Set((await all.list()).map(({ status }) => status))).toEqual(
      new Set(['delivered', 'sent']),
    );
    await Promise.all([chosen.turnOff(), all.turnOff()]);
  });

  it('tells why a message did not arrive', async () => {
    const zap = await turnOn('message_status_changed', { statuses: 'message.undelivered' });
    await create('send_message', { to: '+12025550150', text: 'Hello' });
    const delivery = await until('a delivery comes', () => zap.deliveries()[0]);
    expect(await zap.receive(delivery)).toMatchObject([
      { status: 'undelivered', error: { code: 'carrier_undeliverable', retryable: false } },
    ]);
    await zap.turnOff();
  });
});

describe('what a step gives', () => {
  it('has the names and the types of its sample and its fields, live as in the editor', async () => {
    const definition = (await runtime.run({
      command: 'definition',
      ...platform.context,
    })) as Definition;
    const past = async (trigger: string) =>
      ((await run(`triggers.${trigger}.operation.performList`)) as Item[])[0];
    const phone = '+12025550111';
    const list = await service.client.list.create({ name: 'Live' });
    const later = { to: handset, text: 'Later', send_at: inAnHour() };
    const live: Record<string, Item | undefined> = {
      incoming_sms: await past('incoming_sms'),
      message_status_changed: await past('message_status_changed'),
      new_contact: await past('new_contact'),
      contact_opted_out_or_in: await past('contact_opted_out_or_in'),
      registration_decided: await past('registration_decided'),
      send_message: await create('send_message', { to: handset, text: 'Hi' }),
      send_messages: await create('send_messages', {
        messages: [{ to: handset, text: 'Hi' }, { to: 'Jane' }],
      }),
      add_contact: await create('add_contact', { phone }),
      update_contact: await create('update_contact', { id: phone, first_name: 'Ada' }),
      add_contact_to_list: await create('add_contact_to_list', { id: list.id, contact_id: phone }),
      remove_contact_from_list: await create('remove_contact_from_list', {
        id: list.id,
        contact_id: phone,
      }),
      cancel_message: await create('cancel_message', {
        id: (await create('send_message', later)).id,
      }),
      find_message: (await search('find_message', { reference: 'r-1' }))[0],
      find_contact: (await search('find_contact', { phone }))[0],
      find_list: (await search('find_list', { name: 'Live' }))[0],
      find_number: (await search('find_number', { phone }))[0],
      preview_message: (await search('preview_message', { to: handset, text: 'Hi' }))[0],
      find_report: (await search('find_report', { interval: 'day', group_by: 'status' }))[0],
    };
    for (const steps of [definition.triggers, definition.creates, definition.searches]) {
      for (const { key, display, operation } of Object.values(steps)) {
        if (display.hidden) continue;
        expect(flatKeys(live[key]!)).toEqual(flatKeys(operation.sample!));
        operation.sample = live[key]!;
      }
    }
    for (const code of ['D023', 'D024', 'T004'])
      expect(rules[code]!.findings(definition)).toEqual([]);
  });
});

describe('the action Send Message', () => {
  it('sends the text letter for letter, braces and all', async () => {
    const text =
      'Hi {{first_name}}, {{bundle.x}} {{{process.env.PATH}}} 👋🏽\r\nline "two"\\ \u2028שלום';
    const sent = await create('send_message', { to: handset, text, from: '', send_at: '' });
    expect(sent).toMatchObject({ status: 'queued', to: handset, from: sender, text });
    expect(await service.client.message.get({ id: sent.id as string })).toMatchObject({ text });
  });

  it('takes all its fields', async () => {
    const send_at = inAnHour();
    const message = await create('send_message', {
      to: '202-555-0123',
      from: sender,
      text: 'Later',
      send_at,
      purpose: 'alert',
      reference: 'order-7',
      ttl: '600',
      encoding: 'gsm7',
      smart_encoding: 'true',
      metadata: { order: 7 },
    });
    expect(message).toMatchObject({
      status: 'scheduled',
      purpose: 'alert',
      send_at,
      metadata: { order: '7' },
    });
  });

  it('that is not answered in time is sent under the same key, and so only once', async () => {
    const before = (await service.client.message.list({ to: handset })).data.length;
    let calls = 0;
    const flaky = passingOn(async (answer, response) => {
      // The service has taken the message, and its first answer is lost.
      if (++calls === 1) response.destroy();
      else await hand(answer, response);
    });
    await instead(flaky, (authData) =>
      create('send_message', { to: handset, text: 'Once' }, { authData }),
    );
    expect(calls).toBe(2);
    expect((await service.client.message.list({ to: handset })).data).toHaveLength(before + 1);
  });

  it('sends once what has the same deduplication key, however often Zapier starts the run', async () => {
    const step = { to: handset, text: 'Your order', deduplication_key: 'order-1042' };
    const first = await create('send_message', step);
    expect((await create('send_message', step)).id).toBe(first.id);
    expect((await create('send_message', { ...step, to: ' +1 (202) 555-0124' })).id).not.toBe(
      first.id,
    );
    expect((await create('send_message', { ...step, deduplication_key: '' })).id).not.toBe(
      first.id,
    );

    const error = await failure(create('send_message', { ...step, text: 'Your other order' }));
    expect(error.name).toBe('HaltedError');
    expect(error.message).toBe(
      'Another message with this Deduplication Key has gone to this recipient. Map another value to the field if this message is to be sent too.',
    );
  });

  it('with a deduplication key arrives once, whatever became of the answers', async () => {
    const faults = {
      'a lost connection': (response: ServerResponse) => response.destroy(),
      'a timeout': () => undefined,
      'a failure': (response: ServerResponse) => response.writeHead(500).end('{}'),
      'a busy proxy': (response: ServerResponse) => response.writeHead(503).end(),
    };
    const texts = await Promise.all(
      Object.entries(faults).map(async ([text, breakAnswer]) => {
        let isBroken = true;
        const faulty = passingOn(async (answer, response) => {
          if (isBroken) breakAnswer(response);
          else await hand(answer, response);
        });
        const step = { to: handset, text, deduplication_key: text };
        await instead(faulty, async (authData) => {
          await failure(create('send_message', step, { authData }));
          isBroken = false;
          // What Zapier's autoreplay does some minutes later.
          expect(await create('send_message', step, { authData })).toMatchObject({ text });
        });
        return text;
      }),
    );
    const { data } = await service.client.message.list({ to: handset, limit: 100 });
    const arrived = data.map(({ text }) => text).filter((text) => texts.includes(text));
    expect(arrived.sort()).toEqual(texts.sort());
  }, 120_000);

  it('holds the Zap when the key was revoked', async () => {
    const error = await failure(
      create(
        'send_message',
        { to: handset, text: 'Secret plan' },
        { authData: { ...authData(), api_key: 'revoked' } },
      ),
    );
    expect(error.name).toBe('ExpiredAuthError');
    expect(error.message).not.toMatch(/2025550123|Secret plan/);
  });

  it('names the field that is not valid', async () => {
    const error = await failure(create('send_message', { to: 'Jane', text: 'Hi' }));
    expect(error.name).toBe('AppError');
    expect(said(error)).toMatch(/^To .*\./);
    expect(said(await failure(create('send_message', { to: handset, text: ' ' })))).toMatch(
      /^Text is required\./,
    );
    const unknown = await failure(
      create('send_message', { to: handset, text: 'Hi', from: 'Nobody' }),
    );
    expect(said(unknown)).toContain('From is not a sender of this account.');
  });

  it('only stops this run when the recipient has opted out, and keeps the number to itself', async () => {
    const recipient = '+12025550144';
    await service.textFrom(recipient, sender, 'STOP');
    const error = await until('the opt-out is known', async () => {
      const result = await create('send_message', { to: recipient, text: 'Secret plan' }).catch(
        (thrown: unknown) => thrown as Error,
      );
      return result instanceof Error ? result : undefined;
    });
    expect(error.name).toBe('HaltedError');
    expect(error.message).toContain('The recipient has opted out.');
    expect(error.message).not.toMatch(/2025550144|Secret plan/);
  });

  it('waits as long as the service asks, without failing', async () => {
    const busy = createServer((_request, response) => {
      response.writeHead(429, {
        'content-type': 'application/problem+json',
        [headers.retryAfter]: '40',
      });
      response.end(JSON.stringify(toWire(problemSchema, { code: 'rate_limited' })));
    });
    const error = await failure(
      instead(busy, (authData) =>
        create('send_message', { to: handset, text: 'Hi' }, { authData }),
      ),
    );
    expect(error.name).toBe('ThrottledError');
    const { delay } = JSON.parse(error.message) as { delay: number };
    expect(delay).toBeGreaterThanOrEqual(40);
    expect(delay).toBeLessThanOrEqual(60);
  });
});

describe('the action Send Bulk Messages', () => {
  it('sends a message for each line, and says for each what became of it', async () => {
    const messages = [
      { to: '202-555-0161', text: 'Hi {{name}}, your order 1 👋', reference: 'bulk-1' },
      { to: 'Jane', text: 'Hi', reference: 'bulk-2' },
      { to: '+12025550162', text: '' },
      { to: '+12025550163', text: 'Your order 3', reference: '' },
    ];
    const sent = await create('send_messages', { messages, purpose: 'alert', send_at: inAnHour() });
    expect(sent).toMatchObject({
      taken: 2,
      refused: 2,
      results: [
        {
          is_taken: true,
          to: '+12025550161',
          reference: 'bulk-1',
          status: 'scheduled',
          error: null,
        },
        { is_taken: false, message_id: null, reference: 'bulk-2', error_code: 'validation_failed' },
        { is_taken: false, error: expect.stringMatching(/^Text is required\. Correct/) },
        { is_taken: true, to: '+12025550163', segments: 1, reference: null },
      ],
    });
    const [first, second] = sent.results as Item[];
    expect(second!.error).toMatch(/^To .*\. Correct the fields of this step\.$/);
    const message = await service.client.message.get({ id: first!.message_id as string });
    expect(message).toMatchObject({ text: messages[0]!.text, purpose: 'alert' });
  });

  it('sends once what has the same deduplication key, line by line and in other steps too', async () => {
    const line = { to: '+12025550164', text: 'Your order', deduplication_key: 'order-9' };
    const { id } = await create('send_message', line);
    const messages = [line, { ...line, to: '+12025550165' }, line];
    const ids = async () =>
      ((await create('send_messages', { messages })).results as Item[]).map(
        ({ message_id }) => message_id,
      );
    const [first, second, third] = await ids();
    expect([first, third]).toEqual([id, id]);
    expect(second).not.toBe(id);
    expect(await ids()).toEqual([id, second, id]);
  });

  it('names the field when there is no line', async () => {
    expect(said(await failure(create('send_messages', { messages: [{}] })))).toMatch(/^Messages /);
  });
});

describe('the dropdowns', () => {
  const offered = (page: number, rest: Partial<Bundle> = {}, dropdown = 'sender_list') =>
    run(`triggers.${dropdown}.operation.perform`, {
      meta: { page, isFillingDynamicDropdown: true } as Bundle['meta'],
      ...rest,
    }) as Promise<Item[]>;

  it('offer the numbers of the account', async () => {
    expect(await offered(0)).toMatchObject([{ number: sender, label: `${sender} (default)` }]);
    expect(await offered(1)).toEqual([]);
  });

  it('leave the rest of the account to choose from', async () => {
    const list = await service.client.list.create({ name: 'Newsletter' });
    const contact = await create('add_contact', { phone: '+12025550141', first_name: 'Ada' });
    const nameless = await create('add_contact', { phone: '+12025550142' });
    const text = 'Your appointment is tomorrow';
    const message = await create('send_message', { to: handset, text, send_at: inAnHour() });
    const sample = sampleOf(contract.registration.submit.input);
    const campaign = await service.client.registration.submit({ ...sample, number_ids: [] });

    for (const [dropdown, option] of [
      ['list_list', { id: list.id, label: 'Newsletter' }],
      ['contact_list', { id: contact.id, label: 'Ada (+12025550141)' }],
      ['contact_list', { id: nameless.id, label: '+12025550142' }],
      ['scheduled_message_list', { id: message.id, label: `${handset}: ${text}` }],
      [
        'campaign_list',
        {
          id: campaign.id,
          label: `${campaign.brand.legal_name}: ${campaign.campaign.description}`,
        },
      ],
    ] as const)
      expect(await offered(0, {}, dropdown)).toContainEqual(option);
  });

  it('go from page to page, and stop after the last', async () => {
    const pages: Record<string, string | null> = { '': 'second', second: 'third', third: null };
    const { list } = contract.number;
    const far = createServer((request, response) => {
      const { pathname, searchParams } = new URL(request.url!, 'http://localhost');
      expect(pathname).toBe(list.path);
      const cursor = searchParams.get(wireName(list.input, 'cursor')) ?? '';
      const item = { ...sampleOf(numberSchema), id: `num_${cursor}`, default: false };
      response.setHeader('content-type', 'application/json');
      response.end(
        JSON.stringify(
          toWire(list.output, {
            data: [item],
            has_more: pages[cursor] !== null,
            next_cursor: pages[cursor],
          }),
        ),
      );
    });
    const ids = await instead(far, async (authData) => {
      const found = [];
      for (const page of [0, 1, 2, 3])
        found.push((await offered(page, { authData })).map(({ id }) => id));
      return found;
    });
    expect(ids).toEqual([['num_'], ['num_second'], ['num_third'], []]);
  });
});

describe('contacts', () => {
  it('are added, and updated by their number', async () => {
    const contact = await create('add_contact', {
      phone: '+12025550112',
      first_name: 'Ada',
      email: 'ada@example.com',
      external_id: 'customer-77',
      attributes: { plan: 'pro' },
      consent_source: 'Checkout form',
      consent_at: '2026-01-31T09:30:00Z',
    });
    expect(contact).toMatchObject({ first_name: 'Ada', consent: { source: 'Checkout form' } });
    const again = await create('add_contact', {
      phone: '+12025550112',
      last_name: 'Lovelace',
      email: '',
    });
    expect(again).toMatchObject({
      id: contact.id,
      first_name: 'Ada',
      last_name: 'Lovelace',
      email: 'ada@example.com',
    });
  });

  it('are updated by ID or number, and the rest of them stays', async () => {
    const { id } = await create('add_contact', { phone: '+12025550113', first_name: 'Alan' });
    expect(await create('update_contact', { id, last_name: 'Turing', status: '' })).toMatchObject({
      id,
      first_name: 'Alan',
      last_name: 'Turing',
      status: 'subscribed',
    });
    expect(await create('update_contact', { id: '+12025550113', email: 'a@b.example' })).toEqual(
      expect.objectContaining({ id, last_name: 'Turing', email: 'a@b.example' }),
    );
    const error = await failure(create('update_contact', { id, email: 'nonsense' }));
    expect(said(error)).toMatch(/^Email .* Correct the fields of this step\.$/);
    expect(said(await failure(create('update_contact', { id: 'con_0', email: '' })))).toMatch(
      /^There is no/,
    );
  });

  it('are put on a list and taken off it, as often as Zapier repeats it', async () => {
    const { id } = await service.client.list.create({ name: 'Customers {{of}} 2026' });
    const phone = '+12025550114';
    const contact = await create('add_contact', { phone, lists: [] });
    for (const contact_id of [phone, contact.id])
      expect(await create('add_contact_to_list', { id, contact_id })).toMatchObject({
        id: contact.id,
        lists: [id],
      });
    expect(await search('find_list', { name: 'Customers {{of}} 2026' })).toMatchObject([
      { id, size: 1 },
    ]);
    for (const contact_id of [contact.id, phone])
      expect(await create('remove_contact_from_list', { id, contact_id })).toMatchObject({
        id: contact.id,
        lists: [],
      });
    expect(await search('find_list', { name: 'Nobody' })).toEqual([]);
    expect(said(await failure(search('find_list', { name: ' ' })))).toBe('Fill in Name.');
  });

  it('are found by number, email or reference, and a miss is no failure', async () => {
    for (const by of [
      { phone: '+12025550112' },
      { email: 'ada@example.com' },
      { external_id: 'customer-77' },
    ]) {
      expect(await search('find_contact', by)).toMatchObject([{ first_name: 'Ada' }]);
    }
    expect(await search('find_contact', { email: 'nobody@example.com' })).toEqual([]);
    expect(said(await failure(search('find_contact', { email: '' })))).toBe(
      'Fill in Phone, Email or Your Reference.',
    );
  });
});

describe('messages', () => {
  it('are found by ID or reference, and a miss is no failure', async () => {
    const { id } = await create('send_message', {
      to: handset,
      text: 'Find me',
      reference: 'a {{b}} & c',
    });
    expect(await search('find_message', { id })).toMatchObject([{ id, text: 'Find me' }]);
    expect(await search('find_message', { reference: 'a {{b}} & c' })).toMatchObject([{ id }]);
    expect(await search('find_message', { id: 'msg_nothing' })).toEqual([]);
    expect(await search('find_message', { reference: 'nothing' })).toEqual([]);
    expect(said(await failure(search('find_message', {})))).toBe('Fill in Message or Reference.');
  });
});

describe('scheduled messages', () => {
  it('are canceled, and those that have left only stop this run', async () => {
    const later = await create('send_message', { to: handset, text: 'Later', send_at: inAnHour() });
    expect(await create('cancel_message', { id: later.id })).toMatchObject({
      id: later.id,
      status: 'canceled',
    });
    const now = await create('send_message', { to: handset, text: 'Now' });
    await until('it has arrived', async () => {
      const { status } = await service.client.message.get({ id: now.id as string });
      return status === 'delivered';
    });
    expect(await failure(create('cancel_message', { id: now.id }))).toMatchObject({
      name: 'HaltedError',
    });
  });
});

describe('looking ahead', () => {
  it('tells what a message would cost, and sends nothing', async () => {
    const count = async () => (await service.client.message.list({ to: handset })).data.length;
    const before = await count();
    const text = `${'x'.repeat(160)}{{y}}`;
    expect(await search('preview_message', { to: '202 555 0123', text })).toMatchObject([
      { would_send: true, to: handset, from: sender, encoding: 'gsm7', segments: 2 },
    ]);
    expect(await count()).toBe(before);
  });

  it('tells why a message would not be sent', async () => {
    const recipient = '+12025550145';
    await service.textFrom(recipient, sender, 'STOP');
    const found = await until('the opt-out is known', async () => {
      const [preview] = await search('preview_message', { to: recipient, text: 'Hi' });
      return preview?.would_send === false && preview;
    });
    expect(found).toMatchObject({ problem: { code: 'recipient_opted_out' } });
    expect(await search('find_number', { phone: recipient })).toMatchObject([
      { phone: recipient, can_be_texted: false, problem: { code: 'recipient_opted_out' } },
    ]);
  });

  it('tells the country of a number, and finds nothing for what is none', async () => {
    expect(await search('find_number', { phone: '202-555-0146' })).toEqual([
      {
        phone: '+12025550146',
        country: 'US',
        can_be_texted: true,
        problem: { code: null, title: null, detail: null },
      },
    ]);
    expect(await search('find_number', { phone: 'Jane' })).toEqual([]);
    expect(await search('find_number', { phone: '+1202' })).toEqual([]);
    const error = await failure(search('find_number', { phone: handset, purpose: 'fun' }));
    expect(said(error)).toMatch(/^Purpose /);
  });
});

describe('a report', () => {
  it('counts the messages of a period, with a row for each group', async () => {
    const since = { start: new Date(Date.now() - 3_600_000).toISOString() };
    const [report] = await search('find_report', { ...since, group_by: 'status' });
    const { totals, data } = report as { totals: Item; data: Item[] };
    expect(totals.canceled).toBeGreaterThan(0);
    expect(data.find(({ group }) => group === 'canceled')).toMatchObject({
      messages: totals.canceled,
    });
  });

  it('names the field that is not valid', async () => {
    const error = await failure(search('find_report', { time_zone: 'Mars/Olympus' }));
    expect(said(error)).toMatch(/^Time Zone /);
  });
});

describe("Zapier's log", () => {
  it('shows neither the API key nor the secret of a subscription', async () => {
    const zap = await turnOn('incoming_sms');
    await service.textFrom(handset, sender, 'For the log');
    await zap.receive(await until('a delivery comes', () => zap.deliveries()[0]));
    await zap.turnOff();
    const log = await until('it is written', () => platform.log() || undefined);
    expect(log).toContain(contract.webhook.create.path);
    expect(log).not.toContain(service.apiKey);
    expect(log).not.toContain(zap.subscription.secret);
  });
});
