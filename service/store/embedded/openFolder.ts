import { existsSync } from 'node:fs';
import { access, chmod, constants, readdir, readFile, statfs } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { createDatabase } from './createDatabase.ts';
import { durableFolder } from './durableFolder.ts';
import { FolderError } from './folderError.ts';
import { requireAccess } from './requireAccess.ts';

/** The PostgreSQL version that PGlite is built from. */
const format = '18';
const minFreeBytes = 32 * 1024 * 1024;
const restoreHint =
  'Restore a backup, or set DATA_DIR to another folder to start with an empty database.';

declare global {
  // The types of Node.js declare this namespace without its functions.
  // eslint-disable-next-line @typescript-eslint/no-namespace
  namespace WebAssembly {
    function compile(program: Uint8Array): Promise<Module>;
  }
}

let compiled: WebAssembly.Module | undefined;

/**
 * Opens PGlite. Compiles its program once per process, because compiling takes longer than opening.
 */
export async function createPglite(options: PGliteOptions): Promise<PGlite> {
  const path = fileURLToPath(import.meta.resolve('@electric-sql/pglite/pglite.wasm'));
  compiled ??= await WebAssembly.compile(await readFile(path));
  return PGlite.create({ ...options, pgliteWasmModule: compiled });
}

/**
 * Opens the database in DATA_DIR, or creates one. Refuses a database that is damaged or not ours.
 * Reports before it creates one, because that takes a while, and DATA_DIR may be wrong.
 */
export async function openFolder(
  dataDir: string,
  options: Pick<PGliteOptions, 'parsers'>,
  report: (sentence: string) => void,
): Promise<PGlite> {
  if (dataDir.startsWith('memory:')) return createPglite({ ...options, dataDir });
  const folder = join(resolve(dataDir), 'database');
  const exists = await hasDatabase(dataDir);
  if (exists) requireAccess(folder);
  const open = async () => {
    if (!exists) {
      report(`Creating a new database in ${folder} …`);
      await createDatabase(folder, createIn);
    }
    // Like PostgreSQL, hides all texts and numbers from other users. Some volumes do not allow it.
    await chmod(folder, 0o700).catch(() => undefined);
    return createPglite({ ...options, ...durableFolder(folder) });
  };
  const pglite = await open().catch((cause: unknown) => explain(folder, exists, cause));
  if (exists) await requireOwnTables(pglite, folder);
  return pglite;
}

const createIn = async (folder: string): Promise<void> => {
  const pglite = await createPglite({ dataDir: folder });
  await pglite.close();
};

/**
 * Returns whether DATA_DIR holds a database. Refuses a folder that PGlite would fail to open, or
 * would overwrite with an empty database.
 */
export async function hasDatabase(dataDir: string): Promise<boolean> {
  const data = resolve(dataDir);
  const folder = join(data, 'database');
  if (!existsSync(folder)) {
    await refuseMisplaced(data);
    return false;
  }
  await access(folder, constants.W_OK);
  const names = await readdir(folder);
  if (names.length === 0) return false;
  if (!names.includes('PG_VERSION')) {
    throw new FolderError(
      `The folder ${folder} is not empty and holds no complete database: the file PG_VERSION is missing. ${restoreHint}`,
    );
  }
  await access(join(folder, 'PG_VERSION'), constants.W_OK);
  const found = (await readFile(join(folder, 'PG_VERSION'), 'utf8')).trim();
  if (found === format) return true;
  throw new FolderError(
    `The database in ${folder} has format ${found || 'unknown'}, and this version of Textloom reads format ${format}. ` +
      'Start the version of Textloom that created it, or restore a backup of this version.',
  );
}

/** Refuses a DATA_DIR without a database, which is probably not the folder of the service. */
export async function requireDatabase(dataDir: string): Promise<void> {
  if (await hasDatabase(dataDir)) return;
  throw new FolderError(
    `DATA_DIR ${resolve(dataDir)} holds no database. Set DATA_DIR or DATABASE_URL as for the service. To create a database, run "textloom migrate".`,
  );
}

/**
 * Refuses a backup that was restored one level too high or too low. Otherwise, the service would
 * ignore it and start with an empty database.
 */
async function refuseMisplaced(data: string): Promise<void> {
  const names = existsSync(data) ? await readdir(data) : [];
  if (names.includes('PG_VERSION')) {
    throw new FolderError(
      `DATA_DIR ${data} is the folder of a database itself. Move its content to ${join(data, 'database')}.`,
    );
  }
  const inner = names.find((name) => existsSync(join(data, name, 'database', 'PG_VERSION')));
  if (inner === undefined) return;
  throw new FolderError(
    `DATA_DIR ${data} holds no database, but ${join(data, inner)} does. Set DATA_DIR to that folder, or move its content to ${data}.`,
  );
}

async function explain(folder: string, existed: boolean, cause: unknown): Promise<never> {
  const { bavail, bsize } = await statfs(dirname(folder));
  if (bavail * bsize < minFreeBytes) {
    throw new FolderError(
      `The disk of ${folder} is full, and the database cannot start. Free up space, then try again.`,
      { cause },
    );
  }
  if (!existed) throw cause;
  throw new FolderError(`The database in ${folder} is damaged and cannot start. ${restoreHint}`, {
    cause,
  });
}

/** Refuses the database of another program, which has tables but no record of our migrations. */
async function requireOwnTables(pglite: PGlite, folder: string): Promise<void> {
  const { rows } = await pglite.query<{ name: string }>(
    `select relname as name from pg_class join pg_namespace n on n.oid = relnamespace
      where relkind in ('r', 'p') and nspname !~ '^pg_' and nspname <> 'information_schema'`,
  );
  if (rows.length === 0 || rows.some(({ name }) => name === 'kysely_migration')) return;
  await pglite.close();
  throw new FolderError(
    `The database in ${folder} belongs to another program. Set DATA_DIR to another folder.`,
  );
}
