import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import { openStore } from '../../../service/store/database.ts';
import { runExclusively } from '../../../service/store/runExclusively.ts';
import { openPostgres, type TestDatabase } from '../../service/harness/database.ts';
import { until } from '../../service/harness/until.ts';

// Fail soon instead of waiting forever.
jest.setTimeout(60_000);

describe('a process that starts while another one prepares the tables of the queue', () => {
  let database: TestDatabase;
  let databaseUrl: string;
  let other: pg.Client;
  beforeEach(async () => {
    database = await openPostgres();
    databaseUrl = database.environment.DATABASE_URL!;
    other = new pg.Client({ connectionString: databaseUrl });
    await other.connect();
    await other.query('select pg_advisory_lock(7465788)');
  });
  afterEach(async () => {
    await other.end();
    await database.remove();
  });

  const release = () => other.query('select pg_advisory_unlock(7465788)');
  /** Returns whether sessions wait for the lock within a statement. */
  const isHeldUp = async () => {
    const { rows } = await other.query(
      "select pid from pg_locks where locktype = 'advisory' and objid = 7465788 and not granted",
    );
    return rows.length > 0;
  };

  it('says so once, and starts when the other one is done, even if two wait', async () => {
    const said: string[] = [];
    const open = () =>
      openStore(
        { databaseUrl, dataDir: '' },
        () => undefined,
        (sentence) => {
          // On a new database, one of them also waits for the other to create the tables.
          if (!sentence.includes('migrating')) said.push(sentence);
        },
      );
    const opening = Promise.all([open(), open()]);
    await until('both report the wait', async () => said.length >= 2 || (await isHeldUp()));
    expect(await isHeldUp()).toBe(false);
    await release();
    const stores = await opening;
    expect(said).toHaveLength(2);
    expect(said[0]).toMatch(/^Another process is preparing the queue's tables\. Waiting/);
    for (const store of stores) {
      await store.boss.stop({ graceful: false });
      await store.close();
    }
  });

  it('fails after its time limit, and leaves nothing behind', async () => {
    const prepare = jest.fn(() => Promise.resolve());
    const turn = { databaseUrl, seconds: 2, report: () => undefined };
    await expect(runExclusively(turn, prepare)).rejects.toThrow(/for more than 2 seconds/);
    expect(prepare).not.toHaveBeenCalled();
    await release();
    await runExclusively(turn, prepare);
    expect(prepare).toHaveBeenCalledTimes(1);
  });

  it('releases its turn, even if it fails', async () => {
    await release();
    const turn = { databaseUrl, seconds: 2, report: () => undefined };
    const failing = runExclusively(turn, () => Promise.reject(new Error('Failed')));
    await expect(failing).rejects.toThrow('Failed');
    const { rows } = await other.query('select pg_try_advisory_lock(7465788) as free');
    expect(rows).toEqual([{ free: true }]);
  });
});
