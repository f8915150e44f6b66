import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { readConfig } from '../../../service/config/config.ts';
import { connectStore } from '../../../service/store/database.ts';
import { openFolder, type TestDatabase } from '../../service/harness/database.ts';
import { handset } from '../../service/harness/harness.ts';
import { newKey, startProcess, type TestProcess } from '../../service/harness/process.ts';
import { openReceiver, type Receiver } from '../../service/harness/receiver.ts';
import { until } from '../../service/harness/until.ts';

let database: TestDatabase;
let receiver: Receiver;
beforeAll(async () => {
  database = await openFolder();
  receiver = await openReceiver();
});
afterAll(async () => {
  await receiver.close();
  await database.remove();
});

const key = newKey();
const start = () =>
  startProcess(database, key, [], { LOG_LEVEL: 'trace', ALLOW_PRIVATE_WEBHOOKS: 'true' });

/** Returns the rows of every table, except the texts that the simulated phones show. */
async function dump(): Promise<Map<string, string>> {
  const store = await connectStore(readConfig(database.environment));
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema in ('public', 'pgboss')
      and table_name <> 'handset_text'`.execute(store.db);
  const content = new Map<string, string>();
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`
      select row_to_json(one)::text as row from ${sql.raw(name)} as one`.execute(store.db);
    content.set(name, rows.map(({ row }) => row).join('\n'));
  }
  await store.close();
  return content;
}

const codeOn = async ({ account }: TestProcess, phone: string): Promise<string> => {
  const texts = await until('the phone has a text', async () => {
    const shown = await account.textsOn(phone);
    return shown.length > 0 && shown;
  });
  return /\d{8}/.exec(texts[0]!.text)![0];
};

it('no table, response, delivery or log entry contains a code or a phone number that got one', async () => {
  const phones = [0, 1, 2, 60].map((outcome) => handset(outcome, 305));
  const first = await start();
  const { client } = first.account;
  const hook = receiver.hook();
  await client.webhook.create({ url: hook.url, events: ['*'] });
  const shown: unknown[] = [];
  const started = await Promise.all(
    phones.map((to) => client.verification.start({ to, length: 8 })),
  );
  // The last phone refuses texts at first, so its text waits when the process dies.
  await first.kill();
  const before = await dump();
  expect(before.get('public.secret_text')).toContain(started.at(-1)!.message_id);

  const second = await start();
  const codes = await Promise.all(phones.map((phone) => codeOn(second, phone)));
  const { client: again } = second.account;
  const wrong = String((Number(codes[1]) + 1) % 1e8).padStart(8, '0');
  shown.push(
    await again.verification.check({ id: started[0]!.id, code: codes[0]! }),
    await again.verification.check({ id: started[1]!.id, code: wrong }),
    ...(await Promise.all(started.map(({ message_id }) => second.account.reaches(message_id)))),
    await again.message.list({ limit: 100 }),
    await again.verification.list({}),
    await again.event.list({ limit: 100 }),
    await again.webhook.deliveries({ id: (await again.webhook.list({})).data[0]!.id }),
  );
  await until('the receiver knows the approval', () =>
    hook.deliveries.some(({ body }) => body.includes('verification.approved')),
  );
  expect(await second.stop()).toBe(0);

  const after = await dump();
  expect(after.get('public.secret_text')).toBe('');
  const logs = first.output() + second.output();
  const places = new Map([
    ...[...before].map(([name, rows]) => [`${name} before`, rows] as const),
    ...after,
    ['a response', JSON.stringify(shown)],
    ['a delivery', hook.deliveries.map(({ body }) => body).join('\n')],
    ['the log', logs],
  ]);
  const leaks = [...places].flatMap(([name, text]) =>
    codes.filter((code) => text.includes(code)).map(() => name),
  );
  expect(leaks).toEqual([]);
  expect(phones.filter((phone) => logs.includes(phone.slice(2)))).toEqual([]);
});
