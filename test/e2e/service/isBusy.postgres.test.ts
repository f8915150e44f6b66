import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { readConfig } from '../../../service/config/config.ts';
import { connectStore, type Store } from '../../../service/store/database.ts';
import { isBusy } from '../../../service/store/isBusy.ts';
import { openPostgres, type TestDatabase } from '../../service/harness/database.ts';

describe('a PostgreSQL database', () => {
  let database: TestDatabase;
  let store: Store;
  beforeAll(async () => {
    database = await openPostgres();
    store = await connectStore(readConfig(database.environment));
  });
  afterAll(async () => {
    await store.close();
    await database.remove();
  });

  const isBusyNow = () => isBusy(store.background);

  it('is busy while another session runs a statement or has an open transaction', async () => {
    expect(await isBusyNow()).toBe(false);
    await store.db.transaction().execute(async (trx) => {
      await sql`select 1`.execute(trx);
      expect(await isBusyNow()).toBe(true);
    });
    expect(await isBusyNow()).toBe(false);
  });
});
