import { accessSync, constants, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { FolderError } from './folderError.ts';

/**
 * Refuses a database folder with a file that this user cannot use, such as after root restored a
 * backup. PostgreSQL would start, and then fail with an error that does not name the file.
 */
export function requireAccess(folder: string): void {
  requireEntry(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) requireAccess(path);
    else if (entry.isFile()) requireFile(path);
  }
}

/** Refuses a file that this user cannot read and write. */
export const requireFile = (path: string): void =>
  requireEntry(path, constants.R_OK | constants.W_OK);

function requireEntry(path: string, mode: number): void {
  try {
    accessSync(path, mode);
  } catch (cause) {
    if (!/^(EACCES|EPERM)$/.test((cause as NodeJS.ErrnoException).code ?? '')) throw cause;
    throw new FolderError(
      `The user of the service cannot read and write ${path}. Give that user DATA_DIR and everything in it.`,
      { cause },
    );
  }
}
