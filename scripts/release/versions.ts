import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packages } from './packages.ts';

/** Returns the version of the release, which is that of the service. */
export const releaseVersion = (root: string): Promise<string> => readVersion(root, 'package.json');

/** Returns the Git tag that starts the release of a version. */
export const toTag = (version: string): string => `v${version}`;

/** Returns the files that contain the version: all manifests and constants, each once. */
export async function versionFiles(root: string): Promise<readonly string[]> {
  const { workspaces } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    workspaces: string[];
  };
  return [
    ...new Set([
      'package.json',
      ...workspaces.map((folder) => `${folder}/package.json`),
      ...packages.map(({ versionFile }) => versionFile),
    ]),
  ];
}

/** Reads the version from a manifest, or from a constant in the code of a client. */
export async function readVersion(root: string, file: string): Promise<string> {
  const found = /\bversion\b["']?\s*[:=]\s*["']([^"']+)["']/i.exec(
    await readFile(join(root, file), 'utf8'),
  );
  if (!found) throw new Error(`${file} contains no version. Add one.`);
  return found[1]!;
}
