import { access, constants, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Creates a writable folder. Rejects with the error of the operating system. */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
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
