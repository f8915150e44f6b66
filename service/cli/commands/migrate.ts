import { parseArgs } from 'node:util';
import { readConfig } from '../../config/config.ts';
import { connectStore, openStore } from '../../store/database.ts';
import { readMigrations, refuseNewer, requireTables } from '../../store/migrate.ts';
import type { Command } from '../command.ts';

export const migrate: Command = {
  forms: {
    'migrate [--check]': 'Update the tables. With --check, only report whether they are up to date',
  },
  run: async (args, { environment, print, printError }) => {
    const { values } = parseArgs({ args: [...args], options: { check: { type: 'boolean' } } });
    const config = readConfig(environment);
    const place = { ...config, mustExist: values.check ?? false };
    const before = await connectStore(place, printError);
    const read = async () => {
      if (values.check) await requireTables(before.db);
      return readMigrations(before.db);
    };
    const migrations = await read().finally(before.close);
    refuseNewer(migrations);
    const { pending } = migrations;
    if (values.check) {
      print(
        pending.length === 0
          ? 'The tables are up to date.'
          : `The tables need ${pending.join(', ')}: run "textloom migrate".`,
      );
      return pending.length === 0 ? 0 : 1;
    }
    const failures: Error[] = [];
    const store = await openStore(config, (error) => failures.push(error), printError);
    await store.boss.stop({ graceful: false });
    await store.close();
    if (failures[0]) throw failures[0];
    print(
      pending.length === 0
        ? 'The tables were already up to date.'
        : `The tables are up to date now: ${pending.join(', ')}.`,
    );
    return 0;
  },
};
