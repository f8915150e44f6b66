import { resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makeFolder } from './makeFolder.ts';

/** A folder holds one database, and two processes on it would spoil it. */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError';
}

/**
 * Claims a folder for this process and returns what gives it back. The operating system frees the
 * claim of a process that dies, however it dies: the lock is SQLite's, on an empty file.
 */
export async function lockFolder(folder: string): Promise<() => void> {
  await makeFolder(folder);
  const lock = new DatabaseSync(resolve(folder, 'textloom.lock'), { timeout: 0 });
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch {
    lock.close();
    throw new FolderInUseError(
      `The folder ${resolve(folder)} is in use by another Textloom service. Stop that one first, ` +
        'set DATA_DIR to another folder, or set DATABASE_URL so that several can share a PostgreSQL database.',
    );
  }
  return () => {
    lock.close();
  };
}
