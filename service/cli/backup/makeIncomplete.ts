import { existsSync, rmSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { constants } from 'node:os';
import { join } from 'node:path';
import { minute } from '../../times/durations.ts';
import { FolderInUseError, lockFolder } from '../../store/embedded/lockFolder.ts';

const prefix = 'textloom-backup.incomplete-';
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export interface Incomplete {
  /** The folder for the copy, inside a private folder that stays locked until its removal. */
  readonly folder: string;
  readonly remove: () => Promise<void>;
}

/**
 * Creates a folder for a copy on the disk of the backup, so that the last step only moves it. The
 * folder goes away when the process ends, even after a signal. The next backup removes the folder
 * of a process that was killed: its lock is free.
 */
export async function makeIncomplete(parent: string): Promise<Incomplete> {
  for (const name of await readdir(parent))
    if (name.startsWith(prefix)) await removeAbandoned(join(parent, name));
  const outer = await mkdtemp(join(parent, prefix));
  const removeNow = () => rmSync(outer, { recursive: true, force: true, maxRetries: 3 });
  process.once('exit', removeNow);
  const end = (signal: NodeJS.Signals) => process.exit(128 + constants.signals[signal]);
  for (const signal of signals) process.once(signal, end);
  const unlock = await lockFolder(outer);
  const folder = join(outer, 'copy');
  await mkdir(folder, { mode: 0o700 });
  return {
    folder,
    remove: async () => {
      unlock();
      await rm(outer, { recursive: true, force: true });
      process.off('exit', removeNow);
      for (const signal of signals) process.off(signal, end);
    },
  };
}

async function removeAbandoned(folder: string): Promise<void> {
  try {
    // Another backup that has just begun takes the lock next.
    const isNew = Date.now() - statSync(folder).mtimeMs < 5 * minute;
    if (isNew && !existsSync(join(folder, 'textloom.lock'))) return;
    (await lockFolder(folder))();
  } catch (error) {
    // It may also belong to another user, or be one that another backup has just removed.
    const { code = '' } = error as NodeJS.ErrnoException;
    if (error instanceof FolderInUseError || /^(EACCES|EPERM|ENOENT)$/.test(code)) return;
    throw error;
  }
  await rm(folder, { recursive: true, force: true });
}
