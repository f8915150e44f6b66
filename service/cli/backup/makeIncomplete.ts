import { existsSync, rmSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { constants } from 'node:os';
import { join } from 'node:path';
import { FolderInUseError, lockFolder } from '../../store/embedded/lockFolder.ts';

const prefix = 'textloom-backup.incomplete-';
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export interface Incomplete {
  readonly folder: string;
  readonly unlock: () => void;
  readonly remove: () => Promise<void>;
}

/**
 * Creates the folder for a copy next to the backup, so that the last step only changes its name. It
 * goes away when the process ends, even after a signal. The next backup removes the folder of a
 * process that was killed: its lock is free.
 */
export async function makeIncomplete(parent: string): Promise<Incomplete> {
  for (const name of await readdir(parent))
    if (name.startsWith(prefix)) await removeAbandoned(join(parent, name));
  const folder = await mkdtemp(join(parent, prefix));
  const removeNow = () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  process.once('exit', removeNow);
  const end = (signal: NodeJS.Signals) => process.exit(128 + constants.signals[signal]);
  for (const signal of signals) process.once(signal, end);
  const release = await lockFolder(folder);
  let isLocked = true;
  const unlock = () => {
    if (isLocked) release();
    isLocked = false;
  };
  return {
    folder,
    unlock,
    remove: async () => {
      unlock();
      await rm(folder, { recursive: true, force: true });
      process.off('exit', removeNow);
      for (const signal of signals) process.off(signal, end);
    },
  };
}

async function removeAbandoned(folder: string): Promise<void> {
  // Another backup has just begun, and takes the lock next.
  if (!existsSync(join(folder, 'textloom.lock'))) return;
  try {
    (await lockFolder(folder))();
  } catch (error) {
    if (error instanceof FolderInUseError) return;
    throw error;
  }
  await rm(folder, { recursive: true, force: true });
}
