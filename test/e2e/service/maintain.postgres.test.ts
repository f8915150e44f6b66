import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { readConfig } from '../../../service/config/config.ts';
import { connectStore, type Store } from '../../../service/store/database.ts';
import { maintain } from '../../../service/store/maintain.ts';
import { openPostgres, type TestDatabase } from '../../service/harness/database.ts';

/** A statement may take four seconds, and reads a page in a fiftieth of one. */
const slowDisk = '-c statement_timeout=4000 -c vacuum_cost_delay=20 -c vacuum_cost_limit=1';

let database: TestDatabase;
let store: Store;
beforeAll(async () => {
  database = await openPostgres();
  const { DATABASE_URL } = database.environment;
  const quick = await connectStore(readConfig(database.environment));
  for (const [name, rows, width] of [
    ['large', 4_000, 1_600],
    ['small', 1_500, 1],
  ] as const)
    await sql`create table ${sql.table(name)} with (autovacuum_enabled = false)
      as select repeat('x', ${sql.lit(width)}) from generate_series(1, ${sql.lit(rows)})`.execute(
      quick.db,
    );
  await quick.close();
  store = await connectStore({
    ...readConfig(database.environment),
    databaseUrl: `${DATABASE_URL}?${new URLSearchParams({ options: slowDisk }).toString()}`,
  });
});
afterAll(async () => {
  await store.close();
  await database.remove();
});

it('the upkeep leaves a table to PostgreSQL that takes too long on a slow disk, and continues with the others', async () => {
  // A failure would count as background work that makes no progress, and end the process.
  for (let run = 0; run < 3; run++) await maintain(store.db, false);
  const { rows } = await sql<{ name: string; rows: number }>`
    select relname as name, reltuples as rows from pg_class
    where relname in ('large', 'small') order by 1`.execute(store.db);
  expect(rows).toEqual([
    { name: 'large', rows: -1 },
    { name: 'small', rows: 1_500 },
  ]);
});
