import type { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { Kysely, PGliteDialect, sql, type Driver } from 'kysely';
import { createGroupCommit } from '../../../service/store/groupCommit.ts';
import type { Db } from '../../../service/store/database.ts';
import { ConnectionLostError, UnconfirmedError } from '../../../service/store/databaseFailure.ts';
import { openPglite } from '../harness/database.ts';

/** If set, the response to the next commit is lost. */
let lost: Error | undefined;

class LossyDialect extends PGliteDialect {
  override createDriver(): Driver {
    const driver = super.createDriver();
    const commit = driver.commitTransaction.bind(driver);
    driver.commitTransaction = async (connection) => {
      await commit(connection);
      const error = lost;
      lost = undefined;
      if (error) throw error;
    };
    return driver;
  }
}

describe('requests that arrive at the same moment', () => {
  let pglite: PGlite;
  let remove: () => Promise<void>;
  let db: Db;
  beforeAll(async () => {
    ({ pglite, remove } = await openPglite());
    db = new Kysely({ dialect: new LossyDialect({ pglite }) });
    // The commit checks the constraint, so the commit is what fails.
    await sql`create table sent (text text unique deferrable initially deferred)`.execute(db);
  });
  afterAll(async () => {
    await db.destroy();
    await remove();
  });
  beforeEach(() => sql`delete from sent`.execute(db));

  /** Sends texts together and records each batch. */
  const send = async (
    texts: readonly string[],
    account: (text: string) => string = () => 'one',
  ) => {
    const batches: (readonly string[])[] = [];
    const share = createGroupCommit<string, string>(db, 10, async (trx, items) => {
      batches.push(items);
      for (const text of items) {
        if (text === 'bad') throw new Error('Refused');
        await sql`insert into sent values (${text})`.execute(trx);
      }
      return items.map((text) => `Sent ${text}`);
    });
    const results = await Promise.allSettled(texts.map((text) => share(account(text), text)));
    const { rows } = await sql<{ text: string }>`select text from sent order by 1`.execute(db);
    const responses = results.map((one) => (one.status === 'fulfilled' ? one.value : 'failed'));
    return { responses, stored: rows.map(({ text }) => text), batches };
  };

  it('share one transaction, and each gets its own result', async () => {
    const { responses, stored, batches } = await send(['a', 'b', 'c']);
    expect(responses).toEqual(['Sent a', 'Sent b', 'Sent c']);
    expect(stored).toEqual(['a', 'b', 'c']);
    expect(batches).toEqual([['a', 'b', 'c']]);
  });

  it('run separately if one fails, so that only that one fails', async () => {
    const { responses, stored } = await send(['a', 'bad', 'c']);
    expect(responses).toEqual(['Sent a', 'failed', 'Sent c']);
    expect(stored).toEqual(['a', 'c']);
  });

  it('do not run again if the commit fails, because it may have succeeded', async () => {
    const { responses, stored, batches } = await send(['a', 'a']);
    expect(responses).toEqual(['failed', 'failed']);
    expect(stored).toEqual([]);
    expect(batches).toHaveLength(1);
  });

  it('are reported as unconfirmed if the response to the commit is lost', async () => {
    lost = new ConnectionLostError(new Error('Connection terminated'));
    const share = createGroupCommit<string, string>(db, 10, async (trx, items) => {
      for (const text of items) await sql`insert into sent values (${text})`.execute(trx);
      return items;
    });
    await expect(share('one', 'a')).rejects.toThrow(UnconfirmedError);
    const { rows } = await sql`select text from sent`.execute(db);
    expect(rows).toEqual([{ text: 'a' }]);
  });

  it('are reported as failed if the database refuses the commit, or fails before it', async () => {
    const share = createGroupCommit<string, string>(db, 10, async (trx, [text]) => {
      if (text === 'away') throw new ConnectionLostError(new Error('Connection terminated'));
      await sql`insert into sent values ('a'), ('a')`.execute(trx);
      return ['Sent'];
    });
    for (const text of ['away', 'a'])
      await expect(share('one', text)).rejects.not.toThrow(UnconfirmedError);
  });

  // The server translates the severity of an error.
  it.each([
    ['failed if it breaks a rule', '23505', 'FEHLER', false],
    ['unconfirmed if the disk fails', '53100', 'PANIK', true],
  ])('are reported as %s', async (_, code, severity, isUnconfirmed) => {
    lost = Object.assign(new pg.DatabaseError('Abgelehnt', 9, 'error'), { code, severity });
    const share = createGroupCommit<string, string>(db, 10, (_, items) => Promise.resolve(items));
    const error: unknown = await share('one', 'a').catch((error: unknown) => error);
    expect(error instanceof UnconfirmedError).toBe(isUnconfirmed);
  });

  it('of two accounts never share a transaction', async () => {
    const { responses, batches } = await send(['a1', 'b1', 'a2', 'b2'], (text) => text[0]!);
    expect(responses).toEqual(['Sent a1', 'Sent b1', 'Sent a2', 'Sent b2']);
    for (const batch of batches) expect(new Set(batch.map((text) => text[0])).size).toBe(1);
  });
});
