import { access, constants, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Makes a folder that can be written. Rejects with what the operating system has against it. */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
  } catch (error) {
    // Of a read-only file system, mkdir only says that the folder is not there.
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
