import { parseArgs } from 'node:util';
import { formatCount } from '@textloom/shared/contract';
import { readConfig } from '../../config/config.ts';
import { openStore, type Db, type Store, type StoreOptions } from '../../store/database.ts';
import { readMoveMark, removeMoveMark, writeMoveMark } from '../../store/embedded/moveMark.ts';
import { requireDatabase } from '../../store/embedded/openFolder.ts';
import { CommandError, type Command } from '../command.ts';
import { copyTables, hasRows } from './copyTables.ts';

export const move: Command = {
  usage: ['move'],
  description:
    'Move the embedded database in DATA_DIR to the empty PostgreSQL database in DATABASE_URL',
  run: async (args, { environment, print, printError }) => {
    parseArgs({ args: [...args] });
    const { dataDir, ...config } = readConfig(environment);
    if (!config.databaseUrl)
      throw new CommandError(
        'Set DATABASE_URL to an empty PostgreSQL database, and DATA_DIR to the folder of the service.',
      );
    await requireDatabase(dataDir);
    if ((await readMoveMark(dataDir)) === 'completed')
      throw new CommandError(
        'The data in DATA_DIR moved to PostgreSQL already. Start the service with DATABASE_URL.',
      );
    const target = await openQuietly({ ...config, dataDir }, printError);
    try {
      if (await hasRows(target.longRunning))
        throw new CommandError(
          'The database in DATABASE_URL has data already. Create an empty database, or delete this one if you do not need its data.',
        );
      // An earlier move ended before it moved anything.
      await removeMoveMark(dataDir);
      const source = await openQuietly({ dataDir, mustExist: true }, printError);
      try {
        await moveAll(source.db, target.longRunning, dataDir, (table, rows) => {
          if (rows > 0) printError(`${table}: ${formatCount(rows)}`);
        });
      } finally {
        await source.close();
      }
    } finally {
      await target.close();
    }
    print('All data is in PostgreSQL now. Start the service with DATABASE_URL.');
    print(`It no longer starts with ${dataDir}, which keeps its data.`);
    return 0;
  },
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
  await writeMoveMark(dataDir, 'started');
  try {
    await copyTables(from, to, report);
  } catch (error) {
    // If the connection was lost, the database may have committed.
    if (
      await hasRows(to).then(
        (has) => !has,
        () => false,
      )
    )
      await removeMoveMark(dataDir);
    throw error;
  }
  await writeMoveMark(dataDir, 'completed');
}
