import { constants, existsSync } from 'node:fs';
import { chmod, copyFile, lstat, mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** The state of each copied file, by its path in the folder. */
export type Copied = ReadonlyMap<string, string>;

/** A process that is gone, or the start of the next one, makes these. */
const passing = ['postmaster.pid'];
/** The times of files are exact to some milliseconds, so a later change can have the same time. */
const freshMs = 2_000n;

export interface CopyOptions {
  /** The state of the files in the copy. */
  readonly earlier?: Copied;
  /**
   * Whether the database works meanwhile. It then removes files, and each file is written to the
   * disk immediately, so that a sync of the database never waits for the whole copy.
   */
  readonly isLive?: boolean;
  /** Runs before each file, with its size. */
  readonly before?: (bytes: bigint) => Promise<void>;
}

/**
 * Copies the files of a database folder that changed since an earlier copy, and removes those that
 * are gone. A file that changes meanwhile is copied in an undefined state: copy again while nothing
 * changes.
 */
export async function copyFolder(
  from: string,
  to: string,
  { earlier = new Map<string, string>(), isLive = false, before }: CopyOptions = {},
): Promise<Copied> {
  const copied = new Map<string, string>();
  /** Ignores a missing file of a database that works. A missing target is always an error. */
  const found = async <T>(path: string, work: Promise<T>): Promise<T | undefined> => {
    try {
      return await work;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (isLive && code === 'ENOENT' && !existsSync(path) && existsSync(from)) return undefined;
      throw error;
    }
  };
  const copyOne = async (path: string): Promise<void> => {
    const { mtimeMs, mtimeNs, ctimeNs, size, ino } = await lstat(join(from, path), {
      bigint: true,
    });
    const isFresh = BigInt(Date.now()) - mtimeMs < freshMs;
    const state = isFresh ? 'fresh' : `${ino} ${size} ${mtimeNs} ${ctimeNs}`;
    if (isFresh || earlier.get(path) !== state) {
      await before?.(size);
      await copyFile(join(from, path), join(to, path), constants.COPYFILE_FICLONE);
      if (isLive) await syncFile(join(to, path));
    }
    copied.set(path, state);
  };
  const copyInto = async (inner: string): Promise<void> => {
    const folder = join(from, inner);
    const entries = await found(folder, readdir(folder, { withFileTypes: true }));
    if (entries) await mkdir(join(to, inner), { recursive: true, mode: 0o700 });
    for (const entry of entries ?? []) {
      const path = join(inner, entry.name);
      if (passing.includes(entry.name)) continue;
      if (entry.isDirectory()) await copyInto(path);
      else if (entry.isFile()) await found(join(from, path), copyOne(path));
      else throw new Error(`${path} in the folder of the database is neither a file nor a folder.`);
    }
  };
  await copyInto('');
  for (const path of earlier.keys())
    if (!copied.has(path)) await rm(join(to, path), { force: true });
  return copied;
}

async function syncFile(path: string): Promise<void> {
  // Windows only syncs a file that is open for writing.
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Returns the size of all files in a folder. Files that vanish meanwhile do not count. */
export async function measureFolder(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true });
  let bytes = 0;
  for (const name of names) {
    const entry = await lstat(join(folder, name)).catch(() => undefined);
    if (entry?.isFile()) bytes += entry.size;
  }
  return bytes;
}

/** Lets only the owner read a folder and all its files. */
export async function makePrivate(folder: string): Promise<void> {
  await chmod(folder, 0o700);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await makePrivate(path);
    else await chmod(path, 0o600);
  }
}
