import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const isManifest = (file: string): boolean => basename(file) === 'package.json';

/** Copies the files of the repository to a folder. To save time, it hard links the packages. */
export async function copyTree(root: string, to: string): Promise<void> {
  await rm(to, { recursive: true, force: true });
  const { stdout } = await run(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
    { cwd: root, maxBuffer: 1 << 26 },
  );
  const files = new Set(stdout.split('\0').filter((file) => file !== ''));
  for (const folder of new Set([...files].map(dirname)))
    await mkdir(join(to, folder), { recursive: true });
  for (const file of files)
    await copyFile(join(root, file), join(to, file)).catch((error: unknown) => {
      // The file is deleted but not committed.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    });
  for (const folder of new Set([...files].filter(isManifest).map(dirname))) {
    const packages = join(root, folder, 'node_modules');
    if (existsSync(packages)) await run('cp', ['-al', packages, join(to, folder)]);
  }
}
