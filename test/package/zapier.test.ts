import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
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
    settings: { RATE_LIMIT: '10000', RATE_LIMIT_BURST: '10000' },
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
    const live: Record<string, Item | undefined> = {
      incoming_sms: ((await run('triggers.incoming_sms.operation.performList')) as Item[])[0],
      message_status_changed: (
        (await run('triggers.message_status_changed.operation.performList')) as Item[]
      )[0],
      send_message: await create('send_message', { to: handset, text: 'Hi' }),
      add_contact: await create('add_contact', { phone: '+12025550111' }),
      find_message: (await search('find_message', { reference: 'r-1' }))[0],
      find_contact: (await search('find_contact', { phone: '+12025550111' }))[0],
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
    const send_at = new Date(Date.now() + 3_600_000).toISOString();
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
    const flaky = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        void fetch(service.baseUrl + request.url!, {
          method: request.method!,
          headers: { ...(request.headers as Record<string, string>), connection: 'close' },
          body: Buffer.concat(chunks),
        }).then(async (answer) => {
          response.writeHead(answer.status, { 'content-type': 'application/json' });
          // The service has taken the message, and its first answer is lost.
          if (++calls === 1) request.socket.destroy();
          else response.end(await answer.text());
        });
      });
    });
    await instead(flaky, (authData) =>
      create('send_message', { to: handset, text: 'Once' }, { authData }),
    );
    expect(calls).toBe(2);
    expect((await service.client.message.list({ to: handset })).data).toHaveLength(before + 1);
  });

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

describe('the dropdown of senders', () => {
  const offered = (page: number, rest: Partial<Bundle> = {}) =>
    run('triggers.sender_list.operation.perform', {
      meta: { page, isFillingDynamicDropdown: true } as Bundle['meta'],
      ...rest,
    }) as Promise<Item[]>;

  it('offers the numbers of the account', async () => {
    expect(await offered(0)).toMatchObject([{ number: sender, label: `${sender} (default)` }]);
    expect(await offered(1)).toEqual([]);
  });

  it('goes from page to page, and stops after the last', async () => {
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
