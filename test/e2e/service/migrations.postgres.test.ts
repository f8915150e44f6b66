import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { readConfig } from '../../../service/config/config.ts';
import { connectStore, type Store } from '../../../service/store/database.ts';
import { migrate, readMigrations } from '../../../service/store/migrate.ts';
import { openPostgres, type TestDatabase } from '../../service/harness/database.ts';
import { until } from '../../service/harness/until.ts';
import { describeMigrations } from '../../service/store/migrations.suite.ts';

describeMigrations('PostgreSQL', openPostgres);

let database: TestDatabase;
let store: Store;
beforeAll(async () => {
  database = await openPostgres();
  store = await connectStore(readConfig(database.environment));
  const dump = new URL('../../service/store/migrations/0001.sql', import.meta.url);
  for (const statement of (await readFile(dump, 'utf8')).split(/;\n/))
    if (statement.trim()) await sql.raw(statement).execute(store.db);
});
afterAll(async () => {
  await store.close();
  await database.remove();
});

it('a migration waits for a process of the previous version, whatever it locks first, and says so once', async () => {
  const said: string[] = [];
  const report = (sentence: string) => said.push(sentence);
  const migrated = store.db.transaction().execute(async (trx) => {
    await sql`select id from number for no key update`.execute(trx);
    const others = [migrate(store.longRunning, report), migrate(store.searches, report)];
    const migrating = Promise.all(others);
    // One migration waits for the numbers, and has locked the messages.
    await sleep(300);
    await sql`select id from message for update`.execute(trx);
    await until('both report the wait', async () => {
      // PostgreSQL ends a session that does nothing inside a transaction for 5 seconds.
      await sql`select 1`.execute(trx);
      return said.length === 2;
    });
    await sleep(1_500);
    return { migrating };
  });
  await (
    await migrated
  ).migrating;
  expect((await readMigrations(store.db)).pending).toEqual([]);
  expect(said.sort()).toEqual([
    expect.stringMatching(
      /^Another process is migrating the tables \(session \d+ of PostgreSQL\)\. Waiting for it\.$/,
    ),
    'Another session holds a lock on the tables, such as a backup. Waiting up to 60 seconds for it.',
  ]);
});

it('long work continues after the machine has suspended its process for some seconds', async () => {
  await store.longRunning.transaction().execute(async (trx) => {
    await sql`select 1`.execute(trx);
    await sleep(6_000);
    await sql`select 1`.execute(trx);
  });
});
