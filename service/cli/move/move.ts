import { parseArgs } from 'node:util';
import { formatCount } from '@textloom/shared/contract';
import { readConfig } from '../../config/config.ts';
import { openStore, type Db, type Store, type StoreOptions } from '../../store/database.ts';
import { ConnectionLostError } from '../../store/databaseFailure.ts';
import { readMoveMark, removeMoveMark, writeMoveMark } from '../../store/embedded/moveMark.ts';
import { CommandError, type Command } from '../command.ts';
import { copyTables, hasRows, NotEmptyError } from './copyTables.ts';

export const move: Command = {
  forms: {
    move: 'Move the embedded database in DATA_DIR to the empty PostgreSQL database in DATABASE_URL',
  },
  run: async (args, { environment, print, printError }) => {
    parseArgs({ args: [...args] });
    const { dataDir, ...config } = readConfig(environment);
    if (!config.databaseUrl)
      throw new CommandError(
        'Set DATABASE_URL to an empty PostgreSQL database, and DATA_DIR to the folder of the service.',
      );
    if ((await readMoveMark(dataDir)) === 'completed')
      throw new CommandError(
        'The data in DATA_DIR moved to PostgreSQL already. Start the service with DATABASE_URL.',
      );
    const source = await openQuietly({ dataDir, mustExist: true, mayHaveMoved: true }, printError);
    try {
      const target = await openQuietly({ ...config, dataDir }, printError);
      try {
        await moveAll(source.db, target.longRunning, dataDir, (table, rows) => {
          const what = shownTables[table];
          if (what) printError(`${what}: ${formatCount(rows)}`);
        });
      } finally {
        await target.close();
      }
    } finally {
      await source.close();
    }
    print('All data is in PostgreSQL now. Start the service with DATABASE_URL.');
    print(`The service no longer starts with ${dataDir}. The old data is still there.`);
    return 0;
  },
};

/** The tables whose rows people know. */
const shownTables: Readonly<Record<string, string>> = {
  account: 'Accounts',
  api_key: 'Keys',
  number: 'Numbers',
  contact: 'Contacts',
  message: 'Messages',
  event: 'Events',
};

/** Opens a database with tables and queue that are up to date, but does no work for the queue. */
async function openQuietly(
  options: StoreOptions,
  report: (sentence: string) => void,
): Promise<Store> {
  const store = await openStore(options, () => undefined, report);
  await store.boss.stop({ graceful: false });
  return store;
}

/** From the first row on, the service must not start with the old data. */
async function moveAll(
  from: Db,
  to: Db,
  dataDir: string,
  report: (table: string, rows: number) => void,
): Promise<void> {
  const wasInterrupted = (await readMoveMark(dataDir)) === 'started';
  try {
    await writeMoveMark(dataDir, 'started');
    await copyTables(from, to, report);
  } catch (error) {
    if (error instanceof NotEmptyError && wasInterrupted)
      throw new CommandError(
        'An earlier move was interrupted, and the database in DATABASE_URL has data. Run "textloom accounts list" with DATABASE_URL. If it shows your accounts, the move is complete: start the service with DATABASE_URL.',
      );
    if (error instanceof NotEmptyError || (await hasMovedNothing(to, error)))
      await removeMoveMark(dataDir);
    throw error;
  }
  await writeMoveMark(dataDir, 'completed');
}

/** Returns whether a failed transaction has certainly changed nothing, and never will. */
const hasMovedNothing = async (to: Db, error: unknown): Promise<boolean> =>
  !(error instanceof ConnectionLostError && !error.isSessionOver) &&
  hasRows(to).then(
    (has) => !has,
    () => false,
  );
