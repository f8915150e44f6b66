import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { readConfig } from '../config/config.ts';
import { connectStore, type Db } from '../store/database.ts';
import { copyFolder, makePrivate } from '../store/embedded/copyFolder.ts';
import { syncAll } from '../store/embedded/createDatabase.ts';
import { HoldLostError, maxHoldMs, NoHolderError, requestHold } from '../store/embedded/holds.ts';
import { FolderInUseError, lockFolder } from '../store/embedded/lockFolder.ts';
import { hasDatabase } from '../store/embedded/openFolder.ts';
import { syncFolder } from '../store/embedded/syncFolder.ts';
import { CommandError, UsageError, type Command } from './command.ts';

export const backup: Command = {
  usage: ['backup FOLDER'],
  description: 'Copy the embedded database to a new folder while the service runs',
  run: async (args, { environment, print }) => {
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
    await checkPlaces(dataDir, target);
    // In the same folder, so that the last step only changes the name.
    const made = await mkdtemp(`${target}.incomplete-`).catch((error: unknown) =>
      explainTarget(error, target),
    );
    try {
      const { newestMessage, pausedMs } = await copy(dataDir, made).catch((error: unknown) =>
        explainCopy(error, target),
      );
      const counts = await verify(made, newestMessage);
      await makePrivate(made);
      syncAll(made);
      if (existsSync(target)) throw existsAlready(target);
      await rename(made, target);
      syncFolder(dirname(target));
      print(`The backup is in ${target}: ${counts}.`);
      if (pausedMs !== undefined)
        print(`The service accepted nothing for ${(pausedMs / 1_000).toFixed(1)} seconds.`);
      return 0;
    } finally {
      await rm(made, { recursive: true, force: true });
    }
  },
};

async function checkPlaces(dataDir: string, target: string): Promise<void> {
  if (dataDir.startsWith('memory:')) throw new CommandError('DATA_DIR is in memory.');
  if (!existsSync(dataDir) || !(await hasDatabase(dataDir)))
    throw new CommandError(
      `DATA_DIR ${resolve(dataDir)} holds no database. Set DATA_DIR to the folder of the service.`,
    );
  if (existsSync(target)) throw existsAlready(target);
  if (`${target}${sep}`.startsWith(`${resolve(dataDir)}${sep}`))
    throw new CommandError('The backup cannot be inside DATA_DIR. Choose another folder.');
  const parent = await stat(dirname(target)).catch(() => undefined);
  if (!parent?.isDirectory())
    throw new CommandError(`The folder ${dirname(target)} does not exist. Create it first.`);
}

const existsAlready = (target: string): CommandError =>
  new CommandError(`${target} exists already. Choose a new folder.`);

interface CopyResult {
  /** The ID of the newest message. Undefined if no service told it. */
  readonly newestMessage: string | null | undefined;
  /** How long the service waited. Undefined without a service. */
  readonly pausedMs: number | undefined;
}

/**
 * Copies the database in the state of one moment. While no statement runs, the files are those that
 * a power cut would leave, and the database starts from them. To keep this time short, most files
 * are copied before.
 */
async function copy(dataDir: string, made: string): Promise<CopyResult> {
  const [from, to] = [join(resolve(dataDir), 'database'), join(made, 'database')];
  const unlock = await lockFolder(dataDir).catch((error: unknown) => {
    if (!(error instanceof FolderInUseError)) throw error;
    return undefined;
  });
  if (unlock) {
    try {
      await copyFolder(from, to);
      return { newestMessage: undefined, pausedMs: undefined };
    } finally {
      unlock();
    }
  }
  const earlier = await copyFolder(from, to);
  let newest: string | null = null;
  const pausedMs = await requestHold(dataDir, async ({ newestMessage }) => {
    newest = newestMessage;
    await copyFolder(from, to, earlier);
  });
  return { newestMessage: newest, pausedMs };
}

/** Opens the copy as a start would, reads every row, and describes what is in it. */
async function verify(made: string, newestMessage: string | null | undefined): Promise<string> {
  const store = await connectStore({ dataDir: made });
  try {
    const { db } = store;
    const newest = await readNewestMessage(db);
    if (newestMessage !== undefined && newest !== newestMessage)
      throw new CommandError('The copy lacks the newest message. Try again, and report this.');
    // Without indexes, counting reads every page of every table.
    await sql`set enable_indexscan = off`.execute(db);
    await sql`set enable_indexonlyscan = off`.execute(db);
    await sql`set enable_bitmapscan = off`.execute(db);
    for (const table of await tablesOf(db)) await countRows(db, table);
    const messages = await countRows(db, 'message');
    const accounts = await countRows(db, 'account');
    return `${accounts} ${accounts === 1 ? 'account' : 'accounts'}, ${messages} ${messages === 1 ? 'message' : 'messages'}`;
  } finally {
    await store.close();
    await rm(join(made, 'textloom.lock'), { force: true });
  }
}

async function readNewestMessage(db: Db): Promise<string | null> {
  const { rows } = await sql<{ id: string | null }>`select max(id) as id from message`.execute(db);
  return rows[0]!.id;
}

async function tablesOf(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`.execute(db);
  return rows.map(({ name }) => name);
}

async function countRows(db: Db, table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.raw(table)}`.execute(db);
  return rows[0]!.count;
}

function explainTarget(error: unknown, target: string): never {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    throw new CommandError(`You cannot write to ${dirname(target)}. Choose another folder.`);
  throw error;
}

function explainCopy(error: unknown, target: string): never {
  const { code } = error as NodeJS.ErrnoException;
  if (error instanceof HoldLostError)
    throw new CommandError(
      `The service did not wait until the copy was complete. It waits ${maxHoldMs / 1_000} seconds at most. ` +
        'Choose a faster disk, or stop the service and run the command again.',
    );
  if (error instanceof NoHolderError && code === 'EACCES') throw otherUser();
  if (error instanceof NoHolderError)
    throw new CommandError(
      `The process that uses DATA_DIR does not respond to this command (${code}). ` +
        'It is another command, or an older version of the service. Stop it, and try again.',
    );
  if (code === 'EACCES' || code === 'EPERM' || code === 'ERR_SQLITE_ERROR') throw otherUser();
  if (code === 'ENOSPC')
    throw new CommandError(
      `The disk of ${dirname(target)} is full, so there is no ${basename(target)}. Free up space, then try again.`,
    );
  throw error;
}

const otherUser = (): CommandError =>
  new CommandError('You cannot read DATA_DIR. Run the command as the user of the service.');
