import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig } from '../../config/config.ts';
import { makePrivate } from '../../store/embedded/copyFolder.ts';
import { syncAll } from '../../store/embedded/createDatabase.ts';
import { syncFolder } from '../../store/embedded/syncFolder.ts';
import { UsageError, type Command } from '../command.ts';
import { checkEmbedded, checkTarget, existsAlready } from './checkPlaces.ts';
import { copyEmbedded } from './copyEmbedded.ts';
import { dumpPostgres } from './dumpPostgres.ts';
import { explainTarget } from './explainBackup.ts';
import { makeIncomplete } from './makeIncomplete.ts';

export const backup: Command = {
  forms: {
    'backup FOLDER': 'Copy the database to a new folder. The service can keep running',
  },
  run: async (args, io) => {
    const { positionals } = parseArgs({ args: [...args], allowPositionals: true });
    const [name] = positionals;
    if (name === undefined || positionals.length > 1)
      throw new UsageError('Specify the folder of the backup.');
    const config = readConfig(io.environment);
    const target = resolve(name);
    const parent = dirname(target);
    await checkTarget(target);
    if (!config.databaseUrl) await checkEmbedded(config.dataDir, target);
    const incomplete = await makeIncomplete(parent).catch((error: unknown) =>
      explainTarget(error, parent),
    );
    const { folder } = incomplete;
    try {
      io.printError(`Copying the database to ${parent} …`);
      const facts = config.databaseUrl
        ? await dumpPostgres(config, folder, io)
        : await copyEmbedded(config.dataDir, folder, target, io);
      await makePrivate(folder);
      syncAll(folder);
      if (existsSync(target)) throw existsAlready(target);
      await rename(folder, target).catch((error: unknown) => explainTarget(error, parent));
      syncFolder(parent);
      io.print(`The backup is in ${target}.`);
      facts.forEach(io.print);
      return 0;
    } finally {
      await incomplete.remove();
    }
  },
};
