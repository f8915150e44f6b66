import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { npm } from '../../../scripts/programs/npm.ts';
import { installRecipe } from '../../../scripts/programs/recipe.ts';
import { packageNode } from '../../../scripts/packageNode.ts';

const root = resolve(import.meta.dirname, '../../..');
const log = () => undefined;

/** Packs the client for Node.js, and installs it with other packages in an empty folder. */
export async function installPackage(...others: string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'textloom-sdk-'));
  const tarball = await packageNode(join(folder, 'artifacts'), log);
  // Without it, npm could install in a folder above.
  await writeFile(join(folder, 'package.json'), '{}');
  await npm(['install', '--prefer-offline', '--no-audit', '--no-fund', tarball, ...others], {
    cwd: folder,
    log,
    doing: 'Installing the client for Node.js',
  });
  return folder;
}

export const removePackage = (folder: string) => rm(folder, { recursive: true, force: true });

/** Installs the linters, the type checker for Python, and the older versions of Node.js. */
export const installTools = () =>
  installRecipe({
    title: 'the tools of the clients',
    from: join(root, 'scripts/sdks/tools'),
    to: join(root, '.cache/sdk-tools'),
    takes: 'about 30 seconds and 410 MB',
  });

/** Returns the program of a version of Node.js. The older versions need Linux. */
export async function nodeProgram(version: number): Promise<string> {
  if (version === 24) return process.execPath;
  const name = `node-${version}-${process.platform}-${process.arch}`;
  return join(await installTools(), 'node_modules', name, 'bin/node');
}
