import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Windows keeps names in its own journal, and does not let programs sync a folder. */
const cannotSync = ['EISDIR', 'EACCES', 'EPERM', 'EBADF', 'EINVAL'];

/** Makes the names in a folder survive a power cut, where the operating system can do that. */
export function syncFolder(folder: string): void {
  ignoreIfUnable(() => {
    const fd = openSync(folder, 'r');
    try {
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
  });
}

/** Runs the sync of a folder. Ignores the errors of systems that cannot sync folders. */
export function ignoreIfUnable(sync: () => void): void {
  try {
    sync();
  } catch (error) {
    if (!cannotSync.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}
