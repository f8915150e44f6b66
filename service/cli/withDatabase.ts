import type { Selectable } from 'kysely';
import { readConfig } from '../config/config.ts';
import type { Context } from '../core/context.ts';
import { openContext } from '../runtime/openContext.ts';
import { connectStore, type Db } from '../store/database.ts';
import { readMigrations, refuseNewer, requireTables } from '../store/migrate.ts';
import type { AccountTable } from '../store/tables/tables.ts';
import { CommandError, UsageError, type Io } from './command.ts';

/**
 * Runs work on the database of the service, which must be up to date. Creates no database: in the
 * wrong place, each command would succeed without an effect on the service.
 */
export async function withDatabase<T>(
  { environment }: Pick<Io, 'environment'>,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const store = await connectStore({ ...readConfig(environment), mustExist: true });
  try {
    await requireTables(store.db);
    const migrations = await readMigrations(store.db);
    refuseNewer(migrations);
    if (migrations.pending.length > 0)
      throw new CommandError('The tables are not up to date. Run "textloom migrate" first.');
    return await work(store.longRunning);
  } finally {
    await store.close();
  }
}

/** Acts for accounts as the service does. Creates no database, but updates the tables. */
export async function withContext<T>(
  { environment, printError }: Pick<Io, 'environment' | 'printError'>,
  clock: () => Date,
  work: (context: Context) => Promise<T>,
): Promise<T> {
  const { context, store } = await openContext(readConfig(environment), {
    clock,
    onError: () => undefined,
    onWait: printError,
    mustExist: true,
  });
  try {
    return await work(context);
  } finally {
    await store.boss.stop({ graceful: false });
    await store.close();
  }
}

/** Returns the account with the given ID, or the only account. */
export async function chooseAccount(
  db: Db,
  id: string | undefined,
): Promise<Selectable<AccountTable>> {
  const all = await db.selectFrom('account').selectAll().orderBy('id').execute();
  if (id === undefined && all.length > 1)
    throw new UsageError('There are several accounts. Choose one with --account ID.');
  const found = id === undefined ? all[0] : all.find((account) => account.id === id);
  if (found) return found;
  throw new CommandError(
    id === undefined
      ? 'There is no account yet. Run "textloom accounts create --name NAME".'
      : `There is no account ${id}. Run "textloom accounts list".`,
  );
}
