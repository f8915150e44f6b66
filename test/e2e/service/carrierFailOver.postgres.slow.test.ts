import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { paginate } from '@textloom/shared/client';
import type { Message } from '@textloom/shared/contract';
import { publicUrl } from '../../service/carriers/describeCarrier.ts';
import { httpDialect } from '../../service/carriers/providers/httpDialect.ts';
import { openProvider, type ProviderEmulator } from '../../service/carriers/providerEmulator.ts';
import {
  openSwitchedProvider,
  type SwitchedProvider,
} from '../../service/carriers/switchedProvider.ts';
import { openPostgres, type TestDatabase } from '../../service/harness/database.ts';
import { newKey, startProcess, type TestProcess } from '../../service/harness/process.ts';
import { openSmsc, type Smsc } from '../../service/carriers/smpp/smsc.ts';
import { until } from '../../service/harness/until.ts';

const sender = '+12025550100';
const concurrency = 10;
/** How long a carrier is away, and the longest time that the traffic may stop. */
const [awayMs, takeOverMs] = [10_000, 5_000];
/** The probes of a carrier come at growing intervals. */
const returnSeconds = 60;

let database: TestDatabase;
let main: SwitchedProvider;
let backup: ProviderEmulator;
let smsc: Smsc;
let smscPort: number;
let running: TestProcess;
const earlier: Smsc[] = [];
const faults: string[] = [];

beforeAll(async () => {
  [database, main, backup, smsc] = await Promise.all([
    openPostgres(),
    openSwitchedProvider(httpDialect),
    openProvider(httpDialect, { repeatsCallbacks: true }),
    openSmsc(),
  ]);
  smscPort = smsc.port;
  const common = { type: 'http', concurrency, numbers: [sender] };
  running = await startProcess(database, newKey(), faults, {
    PUBLIC_URL: publicUrl,
    CARRIERS: JSON.stringify([
      {
        ...{ ...main.settings, ...common, name: 'main', routes: { priority: 1 } },
        probe_url: `${String(main.settings.base_url)}/probe`,
      },
      { ...backup.settings, ...common, name: 'backup', routes: { priority: 2 } },
      {
        ...{ type: 'smpp', name: 'link', host: '127.0.0.1', port: smscPort, numbers: [sender] },
        ...{ system_id: 'textloom', routes: { prefixes: ['+1213'], priority: 1 } },
      },
    ]),
  });
  const target = { url: running.url, publicUrl };
  main.emulator.connect({ ...target, name: 'main' }, running.account);
  backup.connect({ ...target, name: 'backup' }, running.account);
});
afterAll(async () => {
  await running.kill();
  await Promise.all([main.close(), backup.close(), smsc.close()]);
  await database.remove();
});

/** Sends a batch of messages every 200 ms until it is stopped, and returns how many. */
function startStream(prefix: string) {
  const batchSize = 10;
  let count = 0;
  let isStopped = false;
  const stream = async () => {
    while (!isStopped) {
      const messages = Array.from({ length: batchSize }, () => ({
        to: `${prefix}${2_000_000 + count++}`,
        text: 'Hello',
      }));
      const { results } = await running.account.client.message.sendBatch({ messages });
      expect(results.every(({ status }) => status === 202)).toBe(true);
      await sleep(200);
    }
  };
  const ended = stream();
  return async () => {
    isStopped = true;
    await ended;
    return count;
  };
}

const taken = (prefix: string) => ({
  main: main.emulator.taken().filter(({ to }) => to.startsWith(prefix)),
  backup: backup.taken().filter(({ to }) => to.startsWith(prefix)),
  link: [...earlier, smsc]
    .flatMap(({ submits }) => submits)
    .filter(({ status }) => status === 0)
    .map(({ to }) => ({ to: `+${to}` }))
    .filter(({ to }) => to.startsWith(prefix)),
});
type Name = keyof ReturnType<typeof taken>;

const allMessages = async (prefix: string) => {
  const found: Message[] = [];
  for await (const message of paginate(running.account.client.message.list, { limit: 100 }))
    if (message.to.startsWith(prefix)) found.push(message);
  return found;
};

it.each([
  {
    how: 'refuses connections',
    prefix: '+1212',
    first: 'main',
    second: 'backup',
    die: () => main.turn('refusing'),
    revive: () => main.turn('up'),
  },
  {
    how: 'responds with errors of the server',
    prefix: '+1312',
    first: 'main',
    second: 'backup',
    die: () => main.turn('broken'),
    revive: () => main.turn('up'),
  },
  {
    how: 'loses its link',
    prefix: '+1213',
    first: 'link',
    second: 'main',
    die: async () => {
      earlier.push(smsc);
      await smsc.close();
    },
    revive: async () => {
      smsc = await openSmsc({ port: smscPort });
    },
  },
] satisfies readonly {
  how: string;
  prefix: string;
  first: Name;
  second: Name;
  die: () => Promise<void>;
  revive: () => Promise<void>;
}[])(
  'the second carrier takes over within 5 seconds if the first one $how',
  async ({ how, prefix, first, second, die, revive }) => {
    const getCount = (name: Name) => taken(prefix)[name].length;
    const stop = startStream(prefix);
    await until('the first carrier has messages', () => getCount(first) > 100, 60);
    const diedAt = Date.now();
    await die();
    await sleep(awayMs);
    const before = getCount(first);
    await revive();
    const revivedAt = Date.now();
    await until('the first carrier is back', () => getCount(first) > before + 50, returnSeconds);
    const returnMs = Date.now() - revivedAt;
    const count = await stop();

    const { message } = running.account.client;
    await until(
      'no message waits',
      async () => (await message.list({ status: 'queued', limit: 1 })).data.length === 0,
      60,
    );
    const byRecipient = Map.groupBy(Object.values(taken(prefix)).flat(), ({ to }) => to);
    const doubled = [...byRecipient.values()].filter((copies) => copies.length > 1);
    expect(doubled).toEqual([]);

    const unknown = (await allMessages(prefix)).filter(({ to }) => !byRecipient.has(to));
    for (const { id, status } of unknown) {
      const { data } = await message.attempts({ id });
      const results = data.map(({ carrier, result }) => [carrier, result]);
      expect([status, results]).toEqual(['sent', expect.arrayContaining([[first, 'no_response']])]);
    }
    // One window when the carrier died, and one message for each test of it.
    expect(unknown.length).toBeLessThanOrEqual(concurrency + 5);

    const messages = await allMessages(prefix);
    expect(messages).toHaveLength(count);
    const lost = messages.filter(
      ({ status, to }) => status !== 'delivered' && (status !== 'sent' || !byRecipient.has(to)),
    );
    expect(lost.map(({ id }) => id).sort()).toEqual(unknown.map(({ id }) => id).sort());

    const toSecond = new Set(taken(prefix)[second].map(({ to }) => to));
    const times = messages
      .flatMap(({ to, sent_at }) => (toSecond.has(to) && sent_at ? [Date.parse(sent_at)] : []))
      .filter((at) => at >= diedAt);
    const takenOverMs = Math.min(...times) - diedAt;
    const wait = Math.max(
      ...messages.flatMap(({ created_at, sent_at }) =>
        sent_at ? [Date.parse(sent_at) - Date.parse(created_at)] : [],
      ),
    );
    process.stdout.write(
      `${how}: ${count} messages, ${toSecond.size} through the second carrier, first after ${takenOverMs} ms, longest wait ${wait} ms, first carrier back after ${returnMs} ms, ${unknown.length} unknown, ${doubled.length} doubled\n`,
    );
    expect(takenOverMs).toBeLessThan(takeOverMs);
    expect(wait).toBeLessThan(2 * takeOverMs);
    expect(faults).toEqual([]);
  },
  300_000,
);
