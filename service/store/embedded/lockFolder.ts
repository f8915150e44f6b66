import { resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makeFolder } from './makeFolder.ts';

/** Another process uses the folder. Two processes would damage its database. */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError';
}

/**
 * Locks a folder for this process, and returns a function that releases the lock. The lock is an
 * SQLite lock on an empty file, so the operating system releases it however the process dies.
 */
export async function lockFolder(folder: string): Promise<() => void> {
  await makeFolder(folder);
  const lock = new DatabaseSync(resolve(folder, 'textloom.lock'), { timeout: 0 });
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch {
    lock.close();
    throw new FolderInUseError(
      `The folder ${resolve(folder)} is in use by another Textloom service. Stop that one first. ` +
        'To run a second service, set DATA_DIR to another folder, or set DATABASE_URL so that several can share a PostgreSQL database.',
    );
  }
  return () => {
    lock.close();
  };
}
