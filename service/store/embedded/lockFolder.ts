import { chmodSync, existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makeFolder } from './makeFolder.ts';
import { requireFile } from './requireAccess.ts';

/** Another process uses the folder. Two processes would damage its database. */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError';
  readonly folder: string;

  constructor(folder: string) {
    super(
      `The folder ${folder} is in use by another Textloom service. Stop that one first. ` +
        'To run a second service, set DATA_DIR to another folder, or set DATABASE_URL so that several can share a PostgreSQL database.',
    );
    this.folder = folder;
  }
}

/**
 * Locks a folder for this process, and returns a function that releases the lock. The lock is an
 * SQLite lock on an empty file, so the operating system releases it however the process dies.
 */
export async function lockFolder(folder: string): Promise<() => void> {
  await makeFolder(folder);
  const path = resolve(folder, 'textloom.lock');
  // SQLite would open a file that it cannot write, and lock nothing.
  if (existsSync(path)) requireFile(path);
  const lock = new DatabaseSync(path, { timeout: 0 });
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch {
    lock.close();
    throw new FolderInUseError(resolve(folder));
  }
  hide(path);
  return () => {
    lock.close();
  };
}

/** A user of the machine who can read the file could lock it, and the service would not start. */
function hide(path: string): void {
  try {
    chmodSync(path, 0o600);
  } catch {
    // The file belongs to another user, who shares it with this one.
  }
}
