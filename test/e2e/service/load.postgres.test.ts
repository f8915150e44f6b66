import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { contract, headers as names, type Message } from '@textloom/shared/contract';
import { openPostgres, type TestDatabase } from '../../service/harness/database.ts';
import { handset } from '../../service/harness/harness.ts';
import { newKey, startProcess, type TestProcess } from '../../service/harness/process.ts';
import { openReceiver, type Receiver } from '../../service/harness/receiver.ts';
import { until } from '../../service/harness/until.ts';

const inBatches = 8_000;
const batchSize = 100;
const alone = 2_000;
const all = inBatches + alone;
const clients = 16;
/** A process dies after this number of accepted messages. */
const deathAfter = 3_000;

let database: TestDatabase;
let receiver: Receiver;
let processes: TestProcess[] = [];
const faults: string[] = [];
beforeAll(async () => {
  database = await openPostgres();
  receiver = await openReceiver();
});
afterAll(async () => {
  await Promise.all(processes.map(({ kill }) => kill()));
  await receiver.close();
  await database.remove();
});

const messageAt = (at: number) => ({
  to: handset(at % 50, 200 + (at % 300)),
  text: `Message ${at}`,
});

it('three processes on one database lose nothing and send nothing twice when one dies under load', async () => {
  const key = newKey();
  processes = await Promise.all([0, 1, 2].map(() => startProcess(database, key, faults)));
  const hook = receiver.hook();
  await processes[0]!.account.client.webhook.create({
    url: hook.url,
    events: ['message.delivered'],
  });

  const requests = [
    ...Array.from({ length: inBatches / batchSize }, (_, batch) => ({
      path: contract.message.sendBatch.path,
      body: {
        messages: Array.from({ length: batchSize }, (_, at) => messageAt(batch * batchSize + at)),
      },
    })),
    ...Array.from({ length: alone }, (_, at) => ({
      path: contract.message.send.path,
      body: messageAt(inBatches + at),
    })),
  ];
  // The two kinds are mixed in an order that is the same each time.
  const queue = requests
    .map((request, at) => ({ request, place: (at * 7_919) % requests.length }))
    .sort((a, b) => a.place - b.place)
    .map(({ request }) => request);
  const accepted: string[] = [];
  let death: Promise<void> | undefined;

  /** Sends to one process after another until one responds, with the same key. */
  const take = async ({ path, body }: (typeof requests)[number], first: number) => {
    const headers = { [names.idempotencyKey.toLowerCase()]: randomUUID() };
    for (let turn = first; ; turn++) {
      const { account } = processes[turn % processes.length]!;
      const response = await account.json('POST', path, body, headers).catch(() => undefined);
      if (response?.status === 202) return [(response.body as Message).id];
      if (response?.status === 200) {
        const { results } = response.body as { results: { message: Message }[] };
        return results.map(({ message }) => message.id);
      }
      // The work that the dead process began may not be rolled back yet.
      if (response && ![409, 503].includes(response.status))
        throw new Error(`The response was ${response.status}: ${JSON.stringify(response.body)}`);
    }
  };
  const client = async (_: unknown, first: number) => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      accepted.push(...(await take(next, first)));
      if (accepted.length >= deathAfter) death ??= processes[0]!.kill();
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  await death;
  expect(death).toBeDefined();
  expect(new Set(accepted).size).toBe(all);

  const db = new pg.Client({ connectionString: database.environment.DATABASE_URL });
  await db.connect();
  try {
    const queryRows = async <T extends object>(query: string) => (await db.query<T>(query)).rows;
    await until(
      'every message is final',
      async () => {
        const [row] = await queryRows<{ count: string }>(
          'select count(*) from message where final_at is null',
        );
        return row!.count === '0';
      },
      600,
    );
    const messages = await queryRows<{ id: string; text: string; status: string }>(
      'select id, text, status from message order by id',
    );
    expect(messages.map(({ id }) => id)).toEqual([...accepted].sort());
    expect(new Set(messages.map(({ text }) => text)).size).toBe(all);
    expect(messages.filter(({ status }) => status !== 'delivered')).toEqual([]);

    const texts = await queryRows<{ message_id: string }>('select message_id from handset_text');
    expect(texts.map(({ message_id }) => message_id).sort()).toEqual([...accepted].sort());

    const events = await queryRows<{ id: string; message_id: string }>(
      "select id, message_id from event where type = 'message.delivered'",
    );
    expect(events.map(({ message_id }) => message_id).sort()).toEqual([...accepted].sort());
    const expected = events.map(({ id, message_id }) => `${message_id} ${id}`).sort();
    const delivered = () =>
      [
        ...new Set(hook.deliveries.map(({ event }) => `${(event.data as Message).id} ${event.id}`)),
      ].sort();
    await until('every event is delivered', () => delivered().length >= all, 600);
    expect(delivered()).toEqual(expected);
  } finally {
    await db.end();
  }
  expect(faults).toEqual([]);
});
