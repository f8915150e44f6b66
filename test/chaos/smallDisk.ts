import { execFile } from 'node:child_process';
import { mkdtemp, open, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Controls a disk of a few megabytes that a test can fill to its last byte. */
export interface SmallDisk {
  readonly folder: string;
  readonly fill: () => Promise<void>;
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
    fill: async () => {
      const file = await open(ballast, 'a');
      // The pieces get smaller and smaller, so that not one byte is left.
      for (let size = 1_048_576; size >= 1;)
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
