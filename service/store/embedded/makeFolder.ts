import { access, constants, mkdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { syncFolder } from './syncFolder.ts';

/**
 * Creates a writable folder that survives a power cut. Rejects with the error of the operating
 * system.
 */
export async function makeFolder(folder: string): Promise<void> {
  try {
    const first = await mkdir(folder, { recursive: true });
    if (first !== undefined) syncParents(resolve(folder), dirname(first));
  } catch (error) {
    // On a read-only file system, mkdir only reports that the folder does not exist.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') await requireWritableParent(folder);
    throw error;
  }
  await access(folder, constants.W_OK);
}

async function requireWritableParent(folder: string): Promise<void> {
  const parent = dirname(folder);
  try {
    await access(parent, constants.W_OK);
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT' && parent !== folder;
    if (!isMissing) throw error;
    await requireWritableParent(parent);
  }
}

/** Syncs the folders above a folder, up to the one that existed before. */
function syncParents(folder: string, existing: string): void {
  const parent = dirname(folder);
  syncFolder(parent);
  if (parent !== existing && parent !== folder) syncParents(parent, existing);
}
