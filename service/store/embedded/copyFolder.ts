import { chmod, copyFile, lstat, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** The state of each copied file, by its path in the folder. */
export type Copied = ReadonlyMap<string, string>;

/** A process that is gone, or the start of the next one, makes these. */
const passing = ['postmaster.pid'];
/** The times of files are exact to some milliseconds, so a later change can have the same time. */
const freshMs = 2_000;

/**
 * Copies the files of a database folder that changed since an earlier copy, and removes those that
 * are gone. A file that changes meanwhile is copied in an undefined state: copy again while nothing
 * changes.
 */
export async function copyFolder(
  from: string,
  to: string,
  earlier: Copied = new Map(),
): Promise<Copied> {
  const copied = new Map<string, string>();
  await copyInto(from, to, '', earlier, copied);
  for (const path of earlier.keys()) if (!copied.has(path)) await rm(join(to, path));
  return copied;
}

async function copyInto(
  from: string,
  to: string,
  inner: string,
  earlier: Copied,
  copied: Map<string, string>,
): Promise<void> {
  await mkdir(join(to, inner), { recursive: true, mode: 0o700 });
  for (const entry of await readdir(join(from, inner), { withFileTypes: true })) {
    const path = join(inner, entry.name);
    if (passing.includes(entry.name)) continue;
    if (entry.isDirectory()) await copyInto(from, to, path, earlier, copied);
    else if (entry.isFile()) await copyOne(from, to, path, earlier, copied).catch(ignoreMissing);
  }
}

async function copyOne(
  from: string,
  to: string,
  path: string,
  earlier: Copied,
  copied: Map<string, string>,
): Promise<void> {
  const { mtimeMs, size, ino } = await lstat(join(from, path));
  const isFresh = Date.now() - mtimeMs < freshMs;
  const state = isFresh ? 'fresh' : `${ino} ${size} ${mtimeMs}`;
  if (isFresh || earlier.get(path) !== state) {
    await copyFile(join(from, path), join(to, path));
  }
  copied.set(path, state);
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

/** The database removes files while the first copy runs. */
function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
