import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { openStore, type Store } from '../../../service/store/database.ts';
import {
  maintain,
  needsAnalyze,
  needsCheckpoint,
  needsVacuum,
  type TableState,
} from '../../../service/store/maintain.ts';
import { openFolder, type TestDatabase } from '../harness/database.ts';

const table = (state: Partial<TableState>): TableState => ({
  name: 'message',
  analyzed: 10_000,
  live: 10_000,
  dead: 0,
  unvacuumed: 0,
  changed: 0,
  ...state,
});
const megabyte = 1024 * 1024;

describe('the upkeep of the database', () => {
  it('gathers statistics of a table that nobody analyzed after its first thousand changes', () => {
    for (const embedded of [true, false]) {
      expect(needsAnalyze(table({ analyzed: -1, changed: 1_000 }), embedded)).toBe(false);
      expect(needsAnalyze(table({ analyzed: -1, changed: 1_001 }), embedded)).toBe(true);
    }
  });

  it('leaves statistics to PostgreSQL unless a table doubles, and gathers its own after a fifth', () => {
    expect(needsAnalyze(table({ changed: 3_001 }), true)).toBe(true);
    expect(needsAnalyze(table({ changed: 3_000 }), true)).toBe(false);
    expect(needsAnalyze(table({ changed: 11_001 }), false)).toBe(true);
    expect(needsAnalyze(table({ changed: 11_000 }), false)).toBe(false);
  });

  it('removes dead rows after a fifth of a table is dead or new', () => {
    expect(needsVacuum(table({ dead: 3_001 }))).toBe(true);
    expect(needsVacuum(table({ unvacuumed: 3_001 }))).toBe(true);
    expect(needsVacuum(table({ dead: 3_000, unvacuumed: 3_000 }))).toBe(false);
  });

  it('writes a checkpoint when the log is large, or old and not empty', () => {
    expect(needsCheckpoint({ bytes: 129 * megabyte, secondsSinceCheckpoint: 1 })).toBe(true);
    expect(needsCheckpoint({ bytes: 100 * megabyte, secondsSinceCheckpoint: 299 })).toBe(false);
    expect(needsCheckpoint({ bytes: megabyte, secondsSinceCheckpoint: 301 })).toBe(true);
    expect(needsCheckpoint({ bytes: 1_000, secondsSinceCheckpoint: 1e6 })).toBe(false);
  });

  describe('of the embedded database', () => {
    let database: TestDatabase;
    let store: Store;
    beforeAll(async () => {
      database = await openFolder();
      store = await openStore({ dataDir: database.environment.DATA_DIR! }, (error) => {
        throw error;
      });
    });
    afterAll(async () => {
      await store.boss.stop({ graceful: false });
      await store.close();
      await database.remove();
    });
    const one = async <T>(query: string): Promise<T> =>
      (await sql.raw<{ value: T }>(`select (${query}) as value`).execute(store.db)).rows[0]!.value;
    const add = (count: number) =>
      sql`insert into leaving_number (number, carrier, created_at)
        select n::text, 'acme', now() from generate_series(1, ${count}::integer) as n`.execute(
        store.db,
      );

    const upkeep = async () => {
      await sql`select pg_stat_force_next_flush()`.execute(store.db);
      await maintain(store.db, true);
    };

    it('knows the size of a table that grew, and reclaims the space of deleted rows', async () => {
      await add(2_000);
      // Another table may come first.
      for (let left = 10; left > 0; left--) await upkeep();
      expect(
        await one<number>(`select reltuples from pg_class where relname = 'leaving_number'`),
      ).toBe(2_000);
      const size = await one<number>(`pg_relation_size('leaving_number')`);
      for (let round = 0; round < 4; round++) {
        await store.db.deleteFrom('leaving_number').execute();
        for (let left = 4; left > 0; left--) await upkeep();
        await add(2_000);
      }
      expect(await one<number>(`pg_relation_size('leaving_number')`)).toBeLessThan(2 * size);
    });

    it('leaves the tables of other programs alone', async () => {
      await sql`create schema other`.execute(store.db);
      await sql`create table other.sale as select generate_series(1, 2000) as n`.execute(store.db);
      for (let left = 5; left > 0; left--) await upkeep();
      expect(await one<number>(`select reltuples from pg_class where relname = 'sale'`)).toBe(-1);
    });

    it('writes a checkpoint before a start after a crash would take long', async () => {
      const toRead = () =>
        one<number>(
          'select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn) from pg_control_checkpoint()',
        );
      await maintain(store.db, true);
      for (let left = 9; left > 0; left--)
        await sql`select pg_logical_emit_message(false, 'test', repeat('x', 16000000))`.execute(
          store.db,
        );
      expect(await toRead()).toBeGreaterThan(128 * megabyte);
      await maintain(store.db, true);
      expect(await toRead()).toBeLessThan(megabyte);
    });
  });
});
