import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig } from '../../config/config.ts';
import { makePrivate } from '../../store/embedded/copyFolder.ts';
import { syncAll } from '../../store/embedded/createDatabase.ts';
import { syncFolder } from '../../store/embedded/syncFolder.ts';
import { CommandError, UsageError, type Command } from '../command.ts';
import { checkPlaces, existsAlready } from './checkPlaces.ts';
import { copyDatabase } from './copyDatabase.ts';
import { explainCopy, explainTarget, explainVerify } from './explainBackup.ts';
import { makeIncomplete } from './makeIncomplete.ts';
import { verifyCopy } from './verifyCopy.ts';

export const backup: Command = {
  usage: ['backup FOLDER'],
  description: 'Copy the embedded database to a new folder. The service can keep running',
  run: async (args, { environment, print, printError }) => {
    const { positionals } = parseArgs({ args: [...args], allowPositionals: true });
    const [name] = positionals;
    if (name === undefined || positionals.length > 1)
      throw new UsageError('Specify the folder of the backup.');
    const { databaseUrl, dataDir } = readConfig(environment);
    if (databaseUrl)
      throw new CommandError(
        'The data is in PostgreSQL. Run "pg_dump --format custom", as docs/running.md describes.',
      );
    const target = resolve(name);
    const parent = dirname(target);
    await checkPlaces(dataDir, target);
    const incomplete = await makeIncomplete(parent).catch((error: unknown) =>
      explainTarget(error, parent),
    );
    const { folder } = incomplete;
    try {
      printError(`Copying the database to ${parent} …`);
      const { snapshot, pausedMs } = await copyDatabase(dataDir, folder).catch((error: unknown) =>
        explainCopy(error, parent, basename(target)),
      );
      // The copy is opened as a service would open it, which takes the lock.
      incomplete.unlock();
      printError('Checking the copy …');
      const counts = await verifyCopy(folder, snapshot).catch(explainVerify);
      await makePrivate(folder);
      syncAll(folder);
      if (existsSync(target)) throw existsAlready(target);
      await rename(folder, target).catch((error: unknown) => explainTarget(error, parent));
      syncFolder(parent);
      print(`The backup is in ${target}: ${counts}.`);
      if (pausedMs !== undefined)
        print(`The service held all requests for ${(pausedMs / 1_000).toFixed(1)} seconds.`);
      return 0;
    } finally {
      await incomplete.remove();
    }
  },
};
