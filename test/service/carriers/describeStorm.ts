import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Message, MessageStatus } from '@textloom/shared/contract';
import { paginate } from '@textloom/shared/client';
import { openPostgres, type TestDatabase } from '../database.ts';
import { newKey, startProcess, type ServiceProcess } from '../process.ts';
import { until } from '../until.ts';
import { publicUrl, type Fate } from './describeCarrier.ts';
import { openProvider, type ProviderDialect, type ProviderEmulator } from './providerEmulator.ts';

const count = 10_000;
const sender = '+12025550100';
const concurrency = 20;

/** Encodes the index of a message in its recipient. */
const phoneOf = (at: number) => `+1212${2_000_000 + at}`;
const indexOf = (phone: string) => Number(phone.slice(5)) - 2_000_000;

/** The faults, each every so many messages. */
const every: readonly (readonly [number, Fate])[] = [
  [401, 'silent'],
  [397, 'garbage'],
  [389, 'broken'],
  [211, 'lost'],
  [199, 'throttled'],
  [97, 'refused'],
  [29, 'undelivered'],
  [23, 'contradicted'],
  [19, 'doubled'],
  [17, 'early'],
];
const fateOf = (phone: string): Fate =>
  every.find(([times]) => indexOf(phone) % times === times - 1)?.[1] ?? 'delivered';

/**
 * Proves that 10,000 messages survive a provider that loses responses and reorders callbacks, and
 * a crash of the service: none is lost, none is sent twice, and only those stay unknown that nobody
 * can know about.
 */
export function describeStorm(type: string, dialect: ProviderDialect): void {
  let database: TestDatabase;
  let emulator: ProviderEmulator;
  let running: ServiceProcess;
  const key = newKey();
  const faults: string[] = [];
  beforeAll(async () => {
    database = await openPostgres();
    emulator = await openProvider(dialect, { fateOf, repeatsCallbacks: true });
  });
  afterAll(async () => {
    await running.kill();
    await emulator.close();
    await database.remove();
  });
  const start = async () => {
    const entry = { ...emulator.settings, type, name: 'acme', concurrency, numbers: [sender] };
    running = await startProcess(database, key, faults, {
      PUBLIC_URL: publicUrl,
      CARRIERS: JSON.stringify([entry]),
    });
    emulator.connect({ url: running.url, publicUrl, name: 'acme' }, running.account);
  };
  const all = async (status?: MessageStatus) => {
    const found: Message[] = [];
    const { list } = running.account.client.message;
    for await (const message of paginate(list, { limit: 100, ...(status && { status }) }))
      found.push(message);
    return found;
  };

  it(`loses and duplicates none of ${count} messages through ${type}`, async () => {
    await start();
    for (let from = 0; from < count; from += 500) {
      const messages = Array.from({ length: 500 }, (_, at) => ({
        to: phoneOf(from + at),
        text: `Message ${from + at}`,
      }));
      const { results } = await running.account.client.message.sendBatch({ messages });
      expect(results.every(({ message }) => message)).toBe(true);
    }
    await until('half are there', () => emulator.taken().length > count / 2, 400);
    await running.kill();
    await start();

    const isUnknown = ({ to }: Message) =>
      fateOf(to) === 'silent' || !emulator.taken().some((taken) => taken.to === to);
    await until(
      'every message has a final status, except for those that nobody knows about',
      async () => {
        const { data } = await running.account.client.message.list({ status: 'queued', limit: 1 });
        return data.length === 0 && (await all('sent')).every(isUnknown);
      },
      600,
    );

    const taken = Map.groupBy(emulator.taken(), ({ to }) => to);
    expect([...taken.values()].filter((copies) => copies.length > 1)).toEqual([]);
    const messages = await all();
    expect(messages).toHaveLength(count);
    // A crash can swap callbacks in the queue, which matters only if they contradict each other.
    const swapped = messages.filter(
      ({ to, status }) => fateOf(to) === 'contradicted' && status === 'undelivered',
    );
    expect(swapped.length).toBeLessThanOrEqual(concurrency);
    const wrong = messages.filter((message) => {
      if (swapped.includes(message)) return false;
      if (!taken.has(message.to))
        return (
          message.status !== (fateOf(message.to) === 'refused' ? 'failed' : 'sent') &&
          message.status !== 'sent'
        );
      if (isUnknown(message)) return message.status !== 'sent';
      return (
        message.status !== (fateOf(message.to) === 'undelivered' ? 'undelivered' : 'delivered')
      );
    });
    expect(wrong).toEqual([]);
    // The crash leaves at most one window unknown that the provider did not accept.
    const sent = messages.filter(({ status }) => status === 'sent');
    const neverThere = sent.filter(({ to }) => !taken.has(to));
    expect(neverThere.length).toBeLessThanOrEqual(concurrency);
    const silent = messages.filter(({ to }) => fateOf(to) === 'silent' && taken.has(to));
    expect(sent).toHaveLength(neverThere.length + silent.length);
    process.stdout.write(
      `${type}: ${taken.size} accepted once, ${silent.length} without any report, ${neverThere.length} in the crash\n`,
    );
    expect(faults).toEqual([]);
  }, 1_200_000);
}
