import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { npmCommand } from './npmPublisher.ts';
import type { Package } from './packages.ts';
import { read } from './run.ts';

export interface Contents {
  /** The name of the archive, or of the folder in Git. */
  readonly name: string;
  readonly bytes: number;
  readonly files: readonly string[];
}

/** Returns what users get: the files of each archive, or those of the folder in Git. */
export async function readContents(
  one: Package,
  command: readonly string[],
  outDir: string,
  root: string,
): Promise<Contents[]> {
  switch (one.registry) {
    case 'npm':
      return [await tarball(command, root)];
    case 'pypi':
      return archives(outDir, root);
    case 'packagist':
      return [await folderInGit(one.folder, root)];
    case 'container':
      return [];
  }
}

interface NpmReport {
  readonly id: string;
  readonly size: number;
  readonly files: readonly { readonly path: string }[];
}

/** Lets npm check the tarball, and returns what npm would publish. */
async function tarball([, ...args]: readonly string[], root: string): Promise<Contents> {
  const report = await read(await npmCommand([...args, '--dry-run', '--json']), { cwd: root });
  const [{ id, size, files }] = Object.values(JSON.parse(report) as Record<string, NpmReport>) as [
    NpmReport,
  ];
  return { name: id, bytes: size, files: files.map(({ path }) => path) };
}

const archives = async (outDir: string, root: string): Promise<Contents[]> =>
  Promise.all(
    (await readdir(outDir)).sort().map(async (name) => {
      const file = join(outDir, name);
      const list = name.endsWith('.whl') ? ['unzip', '-Z1', file] : ['tar', '-tzf', file];
      const [program, ...args] = list as [string, ...string[]];
      const files = (await read([program, ...args], { cwd: root })).split('\n');
      return { name, bytes: (await stat(file)).size, files };
    }),
  );

/** Lists a folder as of the last commit. Lets Composer check it, if Composer is installed. */
async function folderInGit(folder: string, root: string): Promise<Contents> {
  await read(['composer', 'validate', '--strict', '--no-interaction'], {
    cwd: join(root, folder),
  }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  });
  const list = await read(['git', 'ls-tree', '-r', '--format=%(objectsize) %(path)', 'HEAD'], {
    cwd: join(root, folder),
  });
  const files = list.split('\n').map((line) => line.split(' ') as [size: string, path: string]);
  return {
    name: folder,
    bytes: files.reduce((sum, [size]) => sum + Number(size), 0),
    files: files.map(([, path]) => path),
  };
}
