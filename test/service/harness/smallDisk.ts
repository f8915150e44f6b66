import { execFile } from 'node:child_process';
import { mkdtemp, open, rm, rmdir, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Controls a disk of a few megabytes that a test can fill to its last byte. */
export interface SmallDisk {
  readonly folder: string;
  /** Leaves this share of the disk free; by default, not one byte. */
  readonly fill: (freeShare?: number) => Promise<void>;
  readonly makeRoom: () => Promise<void>;
  readonly remove: () => Promise<void>;
}

/** Mounting needs root. */
const asRoot = (command: string, ...args: string[]) =>
  process.getuid?.() === 0 ? run(command, args) : run('sudo', [command, ...args]);

export async function openSmallDisk(megabytes: number): Promise<SmallDisk> {
  const folder = await mkdtemp(join(tmpdir(), 'textloom-disk-'));
  const options = `size=${megabytes}m,mode=0777`;
  await asRoot('mount', '-t', 'tmpfs', '-o', options, 'textloom', folder);
  const ballast = join(folder, 'ballast');
  return {
    folder,
    fill: async (freeShare = 0) => {
      const file = await open(ballast, 'a');
      const isFull = async () => {
        const { bavail, blocks } = await statfs(folder);
        return bavail <= blocks * freeShare;
      };
      // The pieces get smaller and smaller, so that not one byte is left.
      for (let size = 1_048_576; size >= 1 && !(freeShare > 0 && (await isFull()));)
        await file.write(Buffer.alloc(size)).catch(() => {
          size = Math.floor(size / 2);
        });
      await file.close();
    },
    makeRoom: () => rm(ballast, { force: true }),
    remove: async () => {
      await asRoot('umount', '--lazy', folder);
      await rmdir(folder);
    },
  };
}
