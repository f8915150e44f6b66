import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { basePath, contract, headers as names, type Message } from '@textloom/shared/contract';
import { paginate } from '@textloom/shared/client';
import { balance, describeFigures, type Books } from '../../chaos/ledger.ts';
import { openEmptyFolder, openFolder, type TestDatabase } from '../../service/harness/database.ts';
import { authorization } from '../../service/harness/harness.ts';
import { newKey, startProcess, type TestProcess } from '../../service/harness/process.ts';
import { openReceiver, type Hook, type Receiver } from '../../service/harness/receiver.ts';
import { openSmsc, type Smsc } from '../../service/carriers/smpp/smsc.ts';
import { until } from '../../service/harness/until.ts';
import { randomCut } from './disk.ts';
import { openMachine, type Machine } from './openMachine.ts';

const number = '+12025550100';
const clients = 8;

interface PowerCuts {
  readonly lives: number;
  /** How often the power is cut while the service creates its database. */
  readonly firstStarts: number;
}

/** Proves that the embedded database keeps its promises when the power is cut. */
export function describePowerCuts({ lives, firstStarts }: PowerCuts): void {
  const linux = process.platform === 'linux' ? describe : describe.skip;
  linux('an embedded database whose power is cut', () => {
    let smsc: Smsc;
    let receiver: Receiver;
    let hook: Hook;
    let database: TestDatabase;
    let machine: Machine;
    let running: TestProcess | undefined;
    const key = newKey();
    const faults: string[] = [];
    beforeAll(async () => {
      receiver = await openReceiver();
      hook = receiver.hook();
      smsc = await openSmsc();
    });
    afterAll(async () => {
      await smsc.close();
      await receiver.close();
    });

    const use = async (opened: TestDatabase) => {
      database = opened;
      machine = openMachine(database.environment.DATA_DIR!);
    };
    const release = async () => {
      isClosed = true;
      await running?.kill();
      running = undefined;
      machine.remove();
      await database.remove();
    };
    const start = (environment: Readonly<Record<string, string>>) => {
      const carrier = {
        name: 'acme',
        host: '127.0.0.1',
        port: smsc.port,
        system_id: 'textloom',
        numbers: [number],
        window: 20,
      };
      return startProcess(database, key, faults, {
        CARRIERS: JSON.stringify([carrier]),
        ...environment,
      });
    };
    /** Runs the service until its power is cut: while it starts, or `during` its work. */
    const live = async (at: number, during: (process: TestProcess) => Promise<unknown>) => {
      const noted = 'The service did not start:\n';
      running = await start(machine.turnOn(at)).catch((error: unknown) => {
        // A service that ends on its own says why.
        if (error instanceof Error && error.message === noted) return undefined;
        throw error;
      });
      const isUp = running !== undefined;
      if (running) await Promise.race([running.ended, during(running)]);
      await running?.kill();
      running = undefined;
      machine.cutPower(randomCut());
      return isUp;
    };

    const accepted = new Map<string, string>();
    let count = 0;
    let isClosed = false;
    const post = async (text: string, idempotencyKey: string): Promise<string | undefined> => {
      if (!running) return undefined;
      const response = await fetch(`${running.url}${basePath}${contract.message.send.path}`, {
        method: 'POST',
        headers: {
          ...authorization(key),
          'content-type': 'application/json',
          [names.idempotencyKey]: idempotencyKey,
        },
        body: JSON.stringify({ to: `+1212${2_000_000 + Number(text)}`, text }),
      }).then(
        async ({ status, body }) => ({ status, body: await json(body) }),
        () => undefined,
      );
      if (!response) return undefined;
      // The same request may still be running.
      if (response.status === 409 || response.status === 503) return undefined;
      expect([response.status, response.body]).toEqual([202, expect.anything()]);
      return (response.body as Message).id;
    };
    /** Sends messages until it is over, and each of them until it is accepted. */
    const sendUntil = async (isOver: () => boolean) => {
      while (!isOver()) {
        const [text, idempotencyKey] = [String(++count), randomUUID()];
        for (;;) {
          const id = await post(text, idempotencyKey);
          if (isClosed) return;
          if (id !== undefined) {
            accepted.set(text, id);
            break;
          }
          await sleep(20);
        }
      }
    };

    const books = async ({ client }: TestProcess['account']): Promise<Books> => {
      const stored: Message[] = [];
      for await (const message of paginate(client.message.list, { limit: 100 }))
        stored.push(message);
      const events: { id: string; message_id: string }[] = [];
      for await (const { id, data } of paginate(client.event.list, {
        type: ['message.delivered'],
        limit: 100,
      }))
        events.push({ id, message_id: (data as Message).id });
      return {
        accepted,
        stored: stored.map(({ id, text, status }) => ({ id, text, status })),
        submitted: smsc.submits
          .filter(({ status }) => status === 0)
          .map(({ octets }) => octets.toString()),
        events,
        delivered: hook.deliveries.map(({ event }) => event.id),
      };
    };

    it(`has everything that was accepted, and sends nothing twice, after ${lives} cuts`, async () => {
      await use(await openFolder());
      let isOver = false;
      try {
        await live(0, async ({ account: { client } }) => {
          const { data } = await client.number.list({});
          if (data.length === 0) await client.number.provision({ number });
          await client.webhook.create({ url: hook.url, events: ['message.delivered'] });
        });
        const sending = Promise.all(Array.from({ length: clients }, () => sendUntil(() => isOver)));
        // PostgreSQL syncs all its files when it starts after a cut.
        let whileStarting = 0;
        const work = () => {
          whileStarting = Math.max(whileStarting, machine.countOperations());
          return sleep(randomUpTo(1_000));
        };
        await live(0, work);
        let working = 0;
        for (let at = 0; at < lives; at++) {
          const point = at % 3 === 2 ? randomUpTo(whileStarting) : whileStarting + randomUpTo(800);
          working += Number(await live(point, work));
        }
        expect(working).toBeGreaterThan(lives / 4);
        running = await start({});
        isOver = true;
        await sending;
        const { account } = running;
        let found: Books;
        await until(
          'every message that the carrier has is delivered, and its event, too',
          async () => {
            found = await books(account);
            const { lost } = balance(found);
            const submitted = new Set(found.submitted);
            // The carrier repeats its receipts until the service has them. Without a response to
            // its submit, a message that never reached the carrier counts as sent.
            const open = found.stored.filter(
              ({ status, text }) =>
                status !== 'delivered' && (status !== 'sent' || submitted.has(text)),
            );
            if (lost.length === 0 && open.length === 0) return true;
            await sleep(1_000);
            return false;
          },
          120,
        ).catch(() => undefined);
        const done = balance(found!);
        process.stdout.write(`${working} of ${lives} lives worked: ${describeFigures(done)}\n`);
        expect(done).toMatchObject({ lost: [], duplicated: [] });
        expect(await running.stop()).toBe(0);
        expect(faults).toEqual([]);
      } finally {
        isOver = true;
        await release();
      }
    }, 3_600_000);

    it(`starts, even if its first start was cut off ${firstStarts} times`, async () => {
      for (let at = 0; at < firstStarts; at++) {
        await use(await openEmptyFolder());
        try {
          await live(randomUpTo(5_000), () => Promise.resolve());
          running = await start({});
          expect((await running.account.client.account.get({})).scope).toBe('admin');
        } finally {
          await release();
        }
      }
    }, 3_600_000);

    it('has everything after it was stopped', async () => {
      await use(await openEmptyFolder());
      try {
        running = await start(machine.turnOn());
        const { id } = await running.account.client.list.create({ name: 'Guests' });
        expect(await running.stop()).toBe(0);
        machine.cutPower({ chance: 0, blockBytes: 512 });
        running = await start({});
        expect((await running.account.client.list.get({ id })).name).toBe('Guests');
      } finally {
        await release();
      }
    });

    it('is judged by a complete record', async () => {
      await use(await openFolder());
      try {
        running = await start(machine.turnOn());
        await running.account.client.list.create({ name: 'On record' });
        expect(await running.stop()).toBe(0);
        expect(machine.differences()).toBe('');
      } finally {
        await release();
      }
    });
  });
}

const randomUpTo = (most: number): number => Math.ceil(Math.random() * most);

const json = (body: ReadableStream | null): Promise<unknown> => new Response(body).json();
