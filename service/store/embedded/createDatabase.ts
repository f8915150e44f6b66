import { closeSync, fsyncSync, openSync, readdirSync } from 'node:fs';
import { rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncFolder } from './syncFolder.ts';

/**
 * Creates a database in another folder, and gives that its name once it is complete and on disk. So
 * a start that is interrupted leaves no half of a database.
 */
export async function createDatabase(
  folder: string,
  create: (folder: string) => Promise<void>,
): Promise<void> {
  const incomplete = `${folder}.incomplete`;
  await rm(incomplete, { recursive: true, force: true });
  await create(incomplete);
  syncAll(incomplete);
  // Windows does not replace a folder, not even an empty one.
  await rmdir(folder).catch(ignoreMissing);
  await rename(incomplete, folder);
  syncFolder(dirname(folder));
}

/** Writes a folder with all its files to the disk. */
export function syncAll(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) syncAll(path);
    else if (entry.isFile()) syncFile(path);
  }
  syncFolder(folder);
}

function syncFile(path: string): void {
  // Windows only syncs a file that is open for writing.
  const fd = openSync(path, 'r+');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
