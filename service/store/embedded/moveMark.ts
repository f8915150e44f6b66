import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { FolderError } from './folderError.ts';
import { syncFolder } from './syncFolder.ts';

/** How far the move of an embedded database to PostgreSQL is. */
type Progress = 'started' | 'completed';

const toMarkPath = (dataDir: string): string => join(resolve(dataDir), 'moved-to-postgresql');

/** Records in DATA_DIR how far the move is, so that it survives a power cut. */
export async function writeMoveMark(dataDir: string, progress: Progress): Promise<void> {
  await writeFile(toMarkPath(dataDir), progress, { flush: true });
  syncFolder(resolve(dataDir));
}

/** Undoes the mark of a move that changed nothing. */
export async function removeMoveMark(dataDir: string): Promise<void> {
  await rm(toMarkPath(dataDir), { force: true });
}

/** Returns how far the move is, or undefined without one. */
export async function readMoveMark(dataDir: string): Promise<Progress | undefined> {
  const path = toMarkPath(dataDir);
  if (!existsSync(path)) return undefined;
  const text = await readFile(path, 'utf8');
  return text === 'completed' ? text : 'started';
}

/**
 * Refuses a DATA_DIR whose data is in PostgreSQL. Two services that both have the same scheduled
 * texts would each send them.
 */
export async function refuseMoved(dataDir: string): Promise<void> {
  const progress = await readMoveMark(dataDir);
  if (progress === undefined) return;
  const path = toMarkPath(dataDir);
  throw new FolderError(
    progress === 'completed'
      ? `The data in DATA_DIR ${resolve(dataDir)} moved to PostgreSQL. Set DATABASE_URL. To use the old data here nevertheless, delete the file ${path}; recipients can then get texts twice.`
      : `A move of the data in DATA_DIR ${resolve(dataDir)} to PostgreSQL did not finish. Run "textloom move" again. To continue with the data here instead, make sure that the PostgreSQL database is empty, and delete the file ${path}.`,
  );
}
