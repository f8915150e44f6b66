import { existsSync } from 'node:fs';
import { realpath, stat, statfs } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { measureFolder } from '../../store/embedded/copyFolder.ts';
import { refuseMoved } from '../../store/embedded/moveMark.ts';
import { requireDatabase } from '../../store/embedded/openFolder.ts';
import { CommandError } from '../command.ts';

/** A service on the same disk needs space, too. */
const reserveShare = 0.1;
const maxReserveBytes = 1024 ** 3;

export async function checkTarget(target: string): Promise<void> {
  if (existsSync(target)) throw existsAlready(target);
  const parent = await stat(dirname(target)).catch(() => undefined);
  if (!parent?.isDirectory())
    throw new CommandError(`The folder ${dirname(target)} does not exist. Create it first.`);
}

export async function checkEmbedded(dataDir: string, target: string): Promise<void> {
  if (dataDir.startsWith('memory:')) throw new CommandError('DATA_DIR is in memory.');
  await refuseMoved(dataDir);
  await requireDatabase(dataDir);
  // Each of the paths can lead through a symbolic link.
  const real = join(await realpath(dirname(target)), basename(target));
  for (const folder of [dataDir, join(dataDir, 'database')])
    if (`${real}${sep}`.startsWith(`${await realpath(folder)}${sep}`))
      throw new CommandError('The backup cannot be inside DATA_DIR. Choose another folder.');
  await requireSpace(dirname(target), await measureFolder(join(dataDir, 'database')));
}

export const existsAlready = (target: string): CommandError =>
  new CommandError(`${target} exists already. Choose a new folder.`);

/** Refuses to write so many bytes that the disk has no space for a service. */
export async function requireSpace(folder: string, bytes: number): Promise<void> {
  const { bsize, bavail, blocks } = await statfs(folder);
  const needed = bytes + Math.min(maxReserveBytes, reserveShare * blocks * bsize);
  if (bavail * bsize < needed)
    throw new CommandError(
      `The disk of ${folder} has ${inMegabytes(bavail * bsize)} free, and the backup needs ${inMegabytes(needed)}, ` +
        'with a reserve for a service. Free up space, or choose another disk.',
    );
}

const inMegabytes = (bytes: number): string => `${Math.ceil(bytes / 1024 ** 2)} MB`;
