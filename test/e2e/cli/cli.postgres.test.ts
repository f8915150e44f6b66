import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { describeCommands } from '../../cli/commands.suite.ts';
import { wrongBy } from '../../cli/textloom.ts';
import { openPostgres, type TestDatabase } from '../../service/harness/database.ts';

describeCommands('PostgreSQL', openPostgres);

describe('the doctor, on PostgreSQL', () => {
  let database: TestDatabase;
  let url: URL;
  const role = `textloom_test_${randomBytes(6).toString('hex')}`;
  const query = async (...statements: string[]) => {
    const client = new pg.Client({ connectionString: database.environment.DATABASE_URL });
    await client.connect();
    try {
      for (const statement of statements) await client.query(statement);
    } finally {
      await client.end();
    }
  };
  const ask = (address: URL) => wrongBy({ DATABASE_URL: address.href, PORT: '0' });
  const changed = (change: (address: URL) => void): URL => {
    const address = new URL(url);
    change(address);
    return address;
  };
  beforeAll(async () => {
    database = await openPostgres();
    url = new URL(database.environment.DATABASE_URL!);
  });
  afterAll(async () => {
    await query(`drop role if exists ${role}`);
    await database.remove();
  });

  it('finds no problems if there are none', async () => {
    expect(await ask(url)).toEqual([]);
  });

  it('finds a missing database, role and host', async () => {
    expect(await ask(changed((address) => (address.pathname = '/textloom_none')))).toEqual([
      expect.stringContaining('The database in DATABASE_URL does not exist.'),
    ]);
    expect(await ask(changed((address) => (address.username = 'textloom_nobody')))).toEqual([
      expect.stringMatching(/PostgreSQL rejects the (user|password) in DATABASE_URL/),
    ]);
    expect(await ask(changed((address) => (address.hostname = 'nowhere.invalid')))).toEqual([
      expect.stringMatching(
        /^(The host in DATABASE_URL is unknown|The lookup of the host in DATABASE_URL failed)/,
      ),
    ]);
  });

  it('finds a role that may not create tables', async () => {
    await query(`create role ${role} login`);
    expect(await ask(changed((address) => (address.username = role)))).toEqual([
      expect.stringContaining('The user in DATABASE_URL cannot create tables.'),
    ]);
  });

  it('finds a database that cannot store every text, and one that is read-only', async () => {
    const name = url.pathname.slice(1);
    const other = `${name}_ascii`;
    await query(
      `create database ${other} encoding 'SQL_ASCII' lc_collate 'C' lc_ctype 'C' template template0`,
    );
    expect(await ask(changed((address) => (address.pathname = `/${other}`)))).toEqual([
      expect.stringContaining('The database uses the encoding SQL_ASCII'),
    ]);
    await query(`drop database ${other}`);
    await query(`alter database ${name} set default_transaction_read_only = on`);
    expect(await ask(url)).toEqual([
      expect.stringContaining('The database in DATABASE_URL is read-only.'),
    ]);
    await query('set default_transaction_read_only = off', `alter database ${name} reset all`);
  });
});
