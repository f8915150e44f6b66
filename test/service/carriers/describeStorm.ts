import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Message, MessageStatus } from '@textloom/shared/contract';
import { paginate } from '@textloom/shared/client';
import pg from 'pg';
import { openPostgres, type TestDatabase } from '../harness/database.ts';
import { newKey, startProcess, type TestProcess } from '../harness/process.ts';
import { until } from '../harness/until.ts';
import { publicUrl, type Target } from './describeCarrier.ts';
import { disturb } from './disturb.ts';
import { openProvider, type ProviderDialect, type ProviderEmulator } from './providerEmulator.ts';
import { count, chooseFate, toPhone } from './stormMessages.ts';

const batch = 500;
const sender = '+12025550100';
const concurrency = 20;

interface Options {
  /** Whether the provider says for sure which messages it took. */
  readonly isConclusive?: boolean;
}

/**
 * Proves that 10,000 messages survive a provider that loses responses and reorders callbacks,
 * people who forge and replay callbacks, and a crash of the service: none is lost, none is sent
 * twice, and only those end as unconfirmed that nobody can know about.
 */
export function describeStorm(
  type: string,
  dialect: ProviderDialect,
  { isConclusive = false }: Options = {},
): void {
  describe(`a storm of messages through ${type}`, () => {
    let database: TestDatabase;
    let emulator: ProviderEmulator;
    let running: TestProcess;
    let target: Target;
    const key = newKey();
    const faults: string[] = [];
    beforeAll(async () => {
      database = await openPostgres();
      emulator = await openProvider(dialect, {
        fateOf: (to) => chooseFate({ to }),
        repeatsCallbacks: true,
        // Most of the window waits for responses when the service dies.
        latencyMs: 20,
      });
    });
    afterAll(async () => {
      await running.kill();
      await emulator.close();
      await database.remove();
    });

    const start = async () => {
      const carrier = {
        ...emulator.settings,
        type,
        name: 'acme',
        concurrency,
        timeout: 1,
        numbers: [sender],
      };
      running = await startProcess(database, key, faults, {
        PUBLIC_URL: publicUrl,
        CARRIERS: JSON.stringify([carrier]),
      });
      target = { url: running.url, publicUrl, name: carrier.name };
      emulator.connect(target, running.account);
    };
    const sendAll = async () => {
      for (let from = 0; from < count; from += batch) {
        const messages = Array.from({ length: Math.min(batch, count - from) }, (_, at) => ({
          to: toPhone(from + at),
          text: `Message ${from + at}`,
        }));
        const { results } = await running.account.client.message.sendBatch({ messages });
        expect(results.every(({ message }) => message)).toBe(true);
      }
    };
    const list = async (
      query: { readonly status?: MessageStatus; readonly direction?: 'inbound' | 'outbound' } = {},
    ) => {
      const found: Message[] = [];
      const { client } = running.account;
      for await (const message of paginate(client.message.list, { limit: 100, ...query }))
        found.push(message);
      return found;
    };
    const query = async (statement: string): Promise<readonly unknown[]> => {
      const db = new pg.Client({ connectionString: database.environment.DATABASE_URL });
      await db.connect();
      const { rows } = await db.query(statement).finally(() => db.end());
      return rows as readonly unknown[];
    };

    const recipients = () => new Set(emulator.taken().map(({ to }) => to));
    /** Whether nobody can know what became of a message that the service counts as sent. */
    const isUnknowable = (message: Message, taken: ReadonlySet<string>) =>
      taken.has(message.to) ? chooseFate(message) === 'silent' : !isConclusive;
    const isSettled = async () => {
      const { data } = await running.account.client.message.list({ status: 'queued', limit: 1 });
      if (data.length > 0) return false;
      const taken = recipients();
      return (await list({ status: 'sent' })).every((one) => isUnknowable(one, taken));
    };
    const expectedStatus = (message: Message, taken: ReadonlySet<string>): MessageStatus => {
      const fate = chooseFate(message);
      // The response that refuses it may have been lost in the crash.
      if (fate === 'refused' && (isConclusive || message.status === 'failed')) return 'failed';
      if (isUnknowable(message, taken)) return 'unconfirmed';
      return fate === 'undelivered' ? 'undelivered' : 'delivered';
    };

    it(`loses and duplicates none of ${count}`, async () => {
      const startedAt = performance.now();
      await start();
      let isOver = false;
      const disturbing = disturb({
        dialect,
        emulator,
        target: () => target,
        number: sender,
        contraryOf: (message) =>
          chooseFate(message) === 'undelivered' ? 'delivered' : 'undelivered',
        isOver: () => isOver,
      });
      await sendAll();
      await until('half are there', () => emulator.taken().length > count / 2, 600);
      await running.kill();
      await start();
      await until('every message is settled, as far as anybody can know', isSettled, 1_200);
      isOver = true;
      const { texts, unrefused, ...disturbance } = await disturbing;
      const incoming = () => list({ direction: 'inbound' });
      await until('all texts are there', async () => (await incoming()).length >= texts);
      // The service finally reports that nobody knows about the others.
      await query(`update message set sent_at = sent_at - interval '9 days',
        expires_at = expires_at - interval '9 days' where status = 'sent'`);
      const isNoneSent = async () => (await list({ status: 'sent' })).length === 0;
      await until('no message is sent anymore', isNoneSent, 60);

      const copies = Map.groupBy(emulator.taken(), ({ to }) => to);
      const doubled = [...copies.values()].filter(({ length }) => length > 1);
      expect(doubled).toEqual([]);
      expect(await incoming()).toHaveLength(texts);
      expect(unrefused).toBe(0);

      const messages = await list({ direction: 'outbound' });
      expect(messages).toHaveLength(count);
      const taken = recipients();
      // A crash can swap callbacks in the queue, which matters only if they contradict each other.
      const swapped = messages.filter(
        (message) => chooseFate(message) === 'contradicted' && message.status === 'undelivered',
      );
      expect(swapped.length).toBeLessThanOrEqual(concurrency);
      const wrong = messages.filter(
        (message) =>
          !swapped.includes(message) && message.status !== expectedStatus(message, taken),
      );
      expect(wrong).toEqual([]);
      const unconfirmed = messages.filter(({ status }) => status === 'unconfirmed');
      // The crash leaves at most one window unknown that the provider did not take.
      const inCrash = unconfirmed.filter(({ to }) => !taken.has(to));
      expect(inCrash.length).toBeLessThanOrEqual(isConclusive ? 0 : concurrency);
      const repeatedEvents = await query(`
        select message_id from event
        where type like 'message.%' and type <> 'message.received'
        group by message_id having count(*) > 2 or count(*) <> count(distinct type)`);
      expect(repeatedEvents).toEqual([]);
      expect(faults).toEqual([]);

      const figures = {
        messages: count,
        taken: taken.size,
        unconfirmed: unconfirmed.length,
        silent: messages.filter((one) => chooseFate(one) === 'silent' && taken.has(one.to)).length,
        inCrash: inCrash.length,
        swapped: swapped.length,
        texts,
        ...disturbance,
        seconds: Math.round((performance.now() - startedAt) / 1_000),
      };
      process.stdout.write(`${type}: 0 lost, 0 doubled, ${JSON.stringify(figures)}\n`);
    }, 3_600_000);
  });
}
