import { randomBytes } from 'node:crypto';
import { cpSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { scopes, type Scope } from '@textloom/shared/contract';
import type { Insertable } from 'kysely';
import { readConfig } from '../../../service/config/config.ts';
import { hashKey } from '../../../service/accounts/caller.ts';
import { newId } from '../../../service/lib/ids.ts';
import { openStore } from '../../../service/store/database.ts';
import type { AccountTable } from '../../../service/store/tables/tables.ts';
import {
  databaseSources,
  databaseWithTables,
  openCopy,
  openFolder,
  template,
  type OpenDatabase,
  type TestDatabase,
} from './database.ts';
import { accountRow, numberRow } from './rows.ts';

export interface AccountSeed {
  readonly id: string;
  /** The default sender number. */
  readonly number: string;
  readonly keys: Readonly<Record<Scope, string>>;
}

/** The limits and settings of an account. */
export type AccountLimits = Pick<
  Insertable<AccountTable>,
  | 'countries'
  | 'allows_premium'
  | 'daily_segments'
  | 'brand'
  | 'language'
  | 'verification_countries'
  | 'verifications_per_day'
>;

const seedsFile = 'seeds.json';

/**
 * Opens a database with 1,000 accounts. Writing them takes as long as starting the service, so
 * tests on the embedded database use a copy that already contains them.
 */
export async function openWithAccounts(
  open: OpenDatabase,
  limits: AccountLimits,
): Promise<{ readonly database: TestDatabase; readonly seeds: readonly AccountSeed[] }> {
  const count = 1_000;
  if (open !== openFolder || Object.keys(limits).length > 0) {
    const database = await open();
    return { database, seeds: await addAccounts(database.environment, count, limits) };
  }
  const sources = [
    ...databaseSources,
    ...[
      'accounts/**/*.ts',
      'lib/**/*.ts',
      ...['accounts', 'rows'].map((name) => `../test/service/harness/${name}.ts`),
    ],
  ];
  const tables = await databaseWithTables();
  const folder = await template('accounts', sources, async (dataDir) => {
    cpSync(tables, join(dataDir, 'database'), { recursive: true });
    const made = await addAccounts({ DATA_DIR: dataDir }, count);
    await writeFile(join(dataDir, 'database', seedsFile), JSON.stringify(made));
  });
  const database = await openCopy(folder);
  const seeds = await readFile(join(folder, seedsFile), 'utf8');
  return { database, seeds: JSON.parse(seeds) as AccountSeed[] };
}

/**
 * Writes accounts directly to a database that no service has open, because the API cannot create
 * accounts.
 */
export async function addAccounts(
  environment: Readonly<Record<string, string>>,
  count: number,
  limits: AccountLimits = {},
): Promise<AccountSeed[]> {
  const store = await openStore(readConfig(environment), (error) => {
    throw error;
  });
  const seeds = Array.from({ length: count }, (_, index) => createSeed(index));
  const created_at = new Date();
  await store.db
    .insertInto('account')
    .values(
      seeds.map(({ id }, index) =>
        accountRow({
          id,
          is_operator: index === 0,
          name: `Account ${index + 1}`,
          ...limits,
          created_at,
        }),
      ),
    )
    .execute();
  await store.db
    .insertInto('number')
    .values(
      seeds.map(({ id, number }) =>
        numberRow({ account_id: id, number, is_default: true, created_at }),
      ),
    )
    .execute();
  await store.db
    .insertInto('api_key')
    .values(
      seeds.flatMap(({ id, keys }) =>
        scopes.map((scope) => ({
          id: newId('key'),
          account_id: id,
          hash: hashKey(keys[scope]),
          scope,
          created_at,
        })),
      ),
    )
    .execute();
  await store.boss.stop({ graceful: false });
  await store.close();
  return seeds;
}

const createSeed = (index: number): AccountSeed => {
  const key = (scope: Scope) => `tl_${scope}_${randomBytes(16).toString('hex')}`;
  return {
    id: newId('acc'),
    number: `+1206555${String(2000 + index)}`,
    keys: { read: key('read'), send: key('send'), admin: key('admin') },
  };
};
