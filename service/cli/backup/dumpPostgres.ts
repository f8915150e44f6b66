import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { devNull } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Config } from '../../config/config.ts';
import { connectStore } from '../../store/database.ts';
import { requireTables } from '../../store/migrate.ts';
import { CommandError, type Io } from '../command.ts';
import { writeClientSettings } from './writeClientSettings.ts';

/** Dumps the PostgreSQL database of the service to a file in a new folder, and reads the file. */
export async function dumpPostgres(
  config: Config,
  made: string,
  { environment, printError }: Pick<Io, 'environment' | 'printError'>,
): Promise<string[]> {
  // This connects as a service does, and explains a failure. pg_dump also dumps a wrong database.
  const store = await connectStore({ ...config, mustExist: true });
  await requireTables(store.db).finally(store.close);
  const settings = await writeClientSettings(config.databaseUrl, dirname(made));
  // Other settings of the environment, such as PGSERVICE, could lead to another database.
  const rest = Object.entries(environment).filter(
    ([name]) => !name.startsWith('PG') || name === 'PGPASSFILE',
  );
  // The reason of a failure is in English.
  const env = { ...Object.fromEntries(rest), ...settings, LC_ALL: 'C' };
  const file = join(made, 'textloom.dump');
  await run('pg_dump', ['--format', 'custom', '--no-password', '--file', file], env);
  printError('Checking the copy …');
  await run('pg_restore', ['--file', devNull, file], env);
  return [];
}

/** Runs a client program of PostgreSQL. Its arguments must hold no secret: all users see them. */
async function run(
  program: 'pg_dump' | 'pg_restore',
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const child = spawn(program, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const end = () => child.kill();
  process.once('exit', end);
  try {
    const [said, ended] = await Promise.all([text(child.stderr), once(child, 'close')]);
    if (ended[0] === 0) return;
    throw new CommandError(
      said.includes('server version mismatch')
        ? `${program} is older than the PostgreSQL server. ${install}`
        : `There is no backup, because ${program} failed: ${said.trim().replace(/\s*\n\s*/g, ' ')}`,
    );
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'EACCES')
      throw new CommandError(`This machine has no ${program}. ${install}`);
    throw error;
  } finally {
    process.off('exit', end);
  }
}

const install =
  'Install the client programs of PostgreSQL, in the version of the server or a newer one. With Docker Compose, use the command in docs/running.md.';
