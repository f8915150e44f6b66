import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  basePath,
  contract,
  headers as names,
  type ApiKey,
  type Message,
} from '@textloom/shared/contract';
import { paginate } from '@textloom/shared/client';
import { sql } from 'kysely';
import { readConfig } from '../../../service/config/config.ts';
import { openStore } from '../../../service/store/database.ts';
import { addAccounts } from '../harness/accounts.ts';
import type { OpenDatabase, TestDatabase } from '../harness/database.ts';
import { authorization, handset, type Account } from '../harness/harness.ts';
import { newKey, runToEnd, startProcess, type TestProcess } from '../harness/process.ts';
import { rawRequest } from '../harness/rawRequest.ts';
import { openReceiver, type Receiver } from '../harness/receiver.ts';
import { until } from '../harness/until.ts';

/** Tests how the process of the service starts, stops, crashes and recovers. */
export function describeProcess(name: string, open: OpenDatabase): void {
  describe(`the process of the service on ${name}`, () => {
    let database: TestDatabase;
    let receiver: Receiver;
    let running: TestProcess | undefined;
    const key = newKey();
    const faults: string[] = [];
    const start = async (more?: Record<string, string>) =>
      (running = await startProcess(database, key, faults, more));
    beforeAll(async () => {
      database = await open();
      receiver = await openReceiver();
    });
    afterEach(() => expect(faults.splice(0)).toEqual([]));
    afterAll(async () => {
      await running?.kill();
      await receiver.close();
      await database.remove();
    });

    const post = async ({ client }: Account, run: string, count: number) => {
      const messages = Array.from({ length: count }, (_, at) => ({
        to: handset(at % 52, 808),
        text: `${run}, message ${at}`,
      }));
      const { results } = await client.message.sendBatch({ messages });
      return results.map(({ message }) => message!.id);
    };
    const allFinal = async ({ client }: Account) => {
      await until(
        'every message is final',
        async () => {
          const open = await Promise.all(
            (['scheduled', 'queued', 'sent'] as const).map((status) =>
              client.message.list({ status, limit: 1 }),
            ),
          );
          return open.every(({ data }) => data.length === 0);
        },
        90,
      );
      const messages: Message[] = [];
      for await (const message of paginate(client.message.list, { limit: 100 }))
        messages.push(message);
      return messages;
    };

    it('loses nothing and sends nothing twice, however often it is killed', async () => {
      const hook = receiver.hook();
      const accepted: string[] = [];
      const { client } = (await start()).account;
      await client.webhook.create({ url: hook.url, events: ['message.*'] });
      // Kill the process immediately, before the first submit, in the middle of the submits, and
      // among the receipts.
      for (const [at, ms] of [0, 15, 40, 90, 350].entries()) {
        accepted.push(...(await post(running!.account, `Life ${at}`, 40)));
        await sleep(ms);
        await running!.kill();
        await start();
      }
      const messages = await allFinal(running!.account);
      expect(messages.map(({ id }) => id).sort()).toEqual(accepted.sort());
      expect(messages.filter(({ status }) => status === 'unconfirmed')).toEqual([]);

      const shown: string[] = [];
      for (let at = 0; at < 52; at++)
        shown.push(...(await running!.account.textsOn(handset(at, 808))).map(({ text }) => text));
      const arrived = messages.filter(({ status }) => status === 'delivered');
      expect(shown.sort()).toEqual(arrived.map(({ text }) => text).sort());

      const finals = new Map<string, string[]>();
      for await (const event of paginate(running!.account.client.event.list, { limit: 100 })) {
        if (!event.type.startsWith('message.') || event.type === 'message.sent') continue;
        const { id } = event.data as Message;
        finals.set(id, [...(finals.get(id) ?? []), event.id]);
      }
      expect([...finals.keys()].sort()).toEqual(accepted);
      expect([...finals.values()].filter((ids) => ids.length !== 1)).toEqual([]);
      const expected = [...finals.values()].flat();
      await until(
        'every final event is delivered',
        () => {
          const got = new Set(hook.deliveries.map(({ event }) => event.id));
          return expected.every((id) => got.has(id));
        },
        60,
      );
    });

    it('keeps idempotency keys and API keys across a restart', async () => {
      const body = JSON.stringify({ to: handset(0, 809), text: 'Once' });
      const again = () =>
        running!.account.raw({
          method: 'POST',
          path: contract.message.send.path,
          headers: {
            'content-type': 'application/json',
            [names.idempotencyKey.toLowerCase()]: 'once',
          },
          body,
        });
      const first = await again();
      await running!.kill();
      await start({ API_KEY: '' });
      expect(running!.output()).not.toContain('API key');
      const second = await again();
      expect(second.body).toEqual(first.body);
      expect(second.headers[names.idempotentReplayed.toLowerCase()]).toBe('true');
      await running!.account.reaches((first.body as Message).id);
      expect(await running!.account.textsOn(handset(0, 809))).toHaveLength(1);
    });

    it('finishes current work when it is asked to stop, and loses nothing', async () => {
      const accepted = await post(running!.account, 'Last', 200);
      const page = request(`${running!.url}/simulator/stream`, { headers: authorization(key) });
      page.on('error', () => undefined);
      const opened = new Promise<number>((resolve) => {
        page.on('response', (response) => {
          response.on('error', () => undefined).resume();
          resolve(response.statusCode!);
        });
      });
      page.end();
      expect(await opened).toBe(200);
      expect(await running!.stop()).toBe(0);
      await start();
      const messages = await allFinal(running!.account);
      const ids = new Set(messages.map(({ id }) => id));
      expect(accepted.filter((id) => !ids.has(id))).toEqual([]);
      const shown: string[] = [];
      for (let at = 0; at < 52; at++)
        shown.push(...(await running!.account.textsOn(handset(at, 808))).map(({ text }) => text));
      const last = messages.filter(
        ({ text, status }) => text.startsWith('Last') && status === 'delivered',
      );
      expect(shown.filter((text) => text.startsWith('Last')).sort()).toEqual(
        last.map(({ text }) => text).sort(),
      );
    });

    it('stops while a client holds a half-sent request', async () => {
      const socket = connect(Number(new URL(running!.url).port), '127.0.0.1');
      socket.on('error', () => undefined);
      const head = {
        host: '127.0.0.1',
        ...authorization(key),
        'content-type': 'application/json',
        'content-length': '100',
        expect: '100-continue',
      };
      const lines = Object.entries(head).map(([field, value]) => `${field}: ${value}\r\n`);
      const closed = once(socket, 'close');
      socket.write(
        `POST ${basePath}${contract.message.send.path} HTTP/1.1\r\n${lines.join('')}\r\n{`,
      );
      const [response] = (await once(socket, 'data')) as [Buffer];
      expect(response.toString()).toMatch(/^HTTP\/1\.1 100 /);
      socket.resume();
      expect(await running!.stop()).toBe(0);
      await closed;
      await start();
    });

    it('ends with an error message if it cannot stop cleanly', async () => {
      await running!.stop();
      const broken = `import { createRequire } from 'node:module';
        const { PgBoss } = createRequire(process.argv[1])('pg-boss');
        PgBoss.prototype.stop = () => Promise.reject(new Error('The queue is stuck'));`;
      const script = `data:text/javascript,${encodeURIComponent(broken)}`;
      await start({ NODE_OPTIONS: `--import ${script}` });
      expect(await running!.stop()).toBe(1);
      expect(running!.output()).toContain(
        'Textloom could not stop cleanly: Error: The queue is stuck',
      );
      await start();
    });

    it('accepts another API key in addition to earlier ones, and does not restore a revoked key', async () => {
      const own = await open();
      const lives: TestProcess[] = [];
      const live = async (environment: Record<string, string>) => {
        await lives.at(-1)?.stop();
        lives.push(await startProcess(own, '', faults, environment));
      };
      const respondTo = async (apiKey: string) =>
        (
          await lives
            .at(-1)!
            .account.raw({ method: 'GET', path: '/account', headers: authorization(apiKey) })
        ).status;
      const [first, second] = [newKey(), newKey()];
      try {
        await live({ API_KEY: '' });
        const made = /shown only this once: (\S+)/.exec(lives[0]!.output())![1]!;
        expect(await respondTo(made)).toBe(200);
        await live({ API_KEY: first });
        expect([await respondTo(made), await respondTo(first)]).toEqual([200, 200]);
        const { account } = lives.at(-1)!;
        const keys = (await account.json('GET', '/keys', undefined, authorization(first))).body as {
          data: ApiKey[];
        };
        const printed = keys.data.find(({ current }) => !current)!;
        await account.json('DELETE', `/keys/${printed.id}`, undefined, authorization(first));
        await live({ API_KEY: made });
        expect([await respondTo(made), await respondTo(first)]).toEqual([401, 200]);
        await live({ API_KEY: second });
        expect([await respondTo(first), await respondTo(second)]).toEqual([200, 200]);
      } finally {
        await lives.at(-1)?.stop();
        await own.remove();
      }
    });

    it('says why it could not update its tables', async () => {
      const own = await open();
      try {
        await addAccounts(own.environment, 1);
        const store = await openStore(readConfig(own.environment), () => undefined);
        await sql`delete from kysely_migration`.execute(store.db);
        await store.boss.stop({ graceful: false });
        await store.close();
        const { code, output } = await runToEnd(own.environment);
        expect(code).toBe(1);
        expect(output).toContain('could not be migrated');
        expect(output).toContain('relation "account" already exists');
      } finally {
        await own.remove();
      }
    });

    it('logs no numbers or texts, and limits clients that send too many requests', async () => {
      await running?.stop();
      await start({ LOG_LEVEL: 'trace', RATE_LIMIT: '20', RATE_LIMIT_BURST: '60' });
      const { account, url } = running!;
      const secretText = 'Zebra-in-the-log';
      const secretPhone = handset(59, 810);
      const hook = receiver.hook();
      hook.response = (response) => response.writeHead(500).end(secretText);
      await account.client.webhook.create({ url: hook.url, events: ['*'] });
      const { id } = await account.client.message.send({ to: secretPhone, text: secretText });
      await account.reaches(id);
      await account.textFrom(secretPhone, secretText);
      const query = encodeURIComponent(secretPhone);
      await account.raw({ method: 'GET', path: `/messages?to=${query}&x=${secretText}` });
      await account.raw({ method: 'GET', path: `/contacts/${query}` });
      await account.raw({ method: 'GET', path: `/contacts/%zz${query}${secretText}` });
      await account.raw({ method: 'GET', path: `/nothing/${query}/${secretText}` });
      await account.json('POST', '/messages', {
        to: `${secretPhone}x`,
        text: secretText,
        [secretText]: 1,
      });
      await account.raw({
        method: 'POST',
        path: '/messages',
        headers: { 'content-type': 'application/json' },
        body: `{"to":"${secretPhone}","text":"${secretText}`,
      });
      const socket = connect(Number(new URL(url).port), '127.0.0.1').resume();
      socket.end(`NOT ${secretText} HTTP\r\n\r\n`);
      await once(socket, 'close');
      await account.raw({ method: 'BREW', path: `/${secretText}` }).catch(() => undefined);
      await account
        .raw({
          method: 'GET',
          path: '/',
          headers: { 'x-long': secretText.repeat(4_000), connection: 'close' },
        })
        .catch(() => undefined);
      faults.length = 0;
      await until('a delivery has failed', () => hook.deliveries.length > 0);

      for (const headers of [authorization(key), {}]) {
        // A slow machine may need several rounds to exceed the rate.
        const limited = await until('the service rejects a request', async () => {
          const ask = () =>
            rawRequest(url, { method: 'GET', path: `${basePath}/account`, headers });
          const responses = await Promise.all(Array.from({ length: 200 }, ask));
          return responses.find(({ status }) => status === 429);
        });
        expect(limited.body).toMatchObject({ code: 'rate_limited' });
        expect(Number(limited.headers[names.retryAfter.toLowerCase()])).toBeGreaterThanOrEqual(1);
      }
      await until('the log tells about the malformed request', () =>
        running!.output().includes('refused a malformed request'),
      );
      expect(await running!.stop()).toBe(0);

      const log = running!.output();
      expect(log).toContain('"route":"/v1/messages"');
      for (const secret of [
        secretText,
        secretPhone,
        secretPhone.slice(1),
        secretPhone.slice(2),
        key,
      ])
        expect(log.split('\n').filter((line) => line.includes(secret))).toEqual([]);
    });

    it.each([
      [{ PORT: 'many' }, 'PORT must be a whole number from 0 to 65535.'],
      [{ API_KEY: 'short' }, 'API_KEY must be 16 to 200 visible characters without spaces.'],
      [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must start with postgres://'],
      [
        { DATABASE_URL: 'postgres://127.0.0.1:9/x', DATABASE_WAIT_SECONDS: '0' },
        'The database in DATABASE_URL does not respond.',
      ],
    ])(
      'with the setting %j prints what is wrong, and nothing else',
      async (environment, sentence) => {
        const { code, output } = await runToEnd(environment);
        expect(code).toBe(1);
        expect(output).toContain(sentence);
        expect(output.trim().split('\n')).toHaveLength(1);
      },
    );
  });
}
