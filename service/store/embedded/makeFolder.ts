import { existsSync } from 'node:fs';
import { access, constants, mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { syncFolder } from './syncFolder.ts';

/**
 * Creates a writable folder that survives a power cut. Rejects with the error of the operating
 * system.
 */
export async function makeFolder(folder: string): Promise<void> {
  await makeWithParents(resolve(folder));
  await access(folder, constants.W_OK);
}

/**
 * Returns the folder, or the nearest one above it that exists. Rejects with the error that
 * `makeFolder` would have, as far as it shows without creating anything.
 */
export async function findWritableFolder(folder: string, missing?: string): Promise<string> {
  const path = resolve(folder);
  if (!(await isFolder(path))) {
    if (existsSync(path)) throw Object.assign(new Error('A file exists'), { code: 'EEXIST' });
    return findWritableFolder(dirname(path), path);
  }
  try {
    await access(path, constants.W_OK);
  } catch (error) {
    throw missing === undefined
      ? error
      : Object.assign(error as Error, { syscall: 'mkdir', path: missing });
  }
  return path;
}

/** The recursive `mkdir` of Node.js never ends below a folder such as /proc. */
async function makeWithParents(folder: string): Promise<void> {
  if (await isFolder(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) await makeWithParents(parent);
  try {
    await mkdir(folder);
  } catch (error) {
    // Another process may have created it in the meantime.
    if (await isFolder(folder).catch(() => false)) return;
    throw error;
  }
  syncFolder(parent);
}

/** Returns false for a file, which `mkdir` then refuses. */
async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
