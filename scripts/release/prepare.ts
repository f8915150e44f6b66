import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { changelogsNextTo, readmesNextTo, release } from './changelog.ts';
import { releaseVersion, versionFiles } from './versions.ts';

/**
 * Writes a version to all manifests, the lock file and the commands in the READMEs, and gives it
 * the unreleased changes.
 */
export async function prepare(root: string, version: string): Promise<void> {
  if (!/^\d+\.\d+\.\d+$/.test(version))
    throw new Error(`The version ${version} is not valid. Use three numbers, such as 0.2.0.`);
  const edit = async (file: string, change: (text: string) => string) =>
    writeFile(join(root, file), change(await readFile(join(root, file), 'utf8')));
  const earlier = await releaseVersion(root);
  const files = await versionFiles(root);
  const manifests = files.filter((file) => file.endsWith('package.json'));
  for (const file of manifests) await edit(file, (text) => setVersion(text, version));
  await edit('package-lock.json', (text) => setLockedVersion(text, manifests, version));
  for (const file of changelogsNextTo(root, files))
    await edit(file, (text) => release(text, version));
  for (const file of readmesNextTo(root, files))
    await edit(file, (text) => setVersionInCommands(text, earlier, version));
}

/** Edits the text, because manifests have different indentation. */
const setVersion = (manifest: string, version: string): string =>
  manifest
    .replace(/("version": ")[^"]+/, `$1${version}`)
    .replaceAll(/("@textloom\/\w+": ")[^"]+/g, `$1${version}`);

/** The commands name the tarball of a package, or the version of the Zapier app. */
const setVersionInCommands = (readme: string, earlier: string, version: string): string =>
  readme
    .replaceAll(`-${earlier}.tgz`, `-${version}.tgz`)
    .replaceAll(`env:set ${earlier} `, `env:set ${version} `);

interface LockFile {
  version: string;
  readonly packages: Record<string, LockedPackage>;
}
interface LockedPackage {
  version?: string;
  readonly dependencies?: Record<string, string>;
  readonly devDependencies?: Record<string, string>;
}

function setLockedVersion(text: string, manifests: readonly string[], version: string): string {
  const lock = JSON.parse(text) as LockFile;
  lock.version = version;
  for (const manifest of manifests) {
    const locked = lock.packages[manifest.replace(/\/?package\.json$/, '')];
    // The clients are not workspaces, so the lock file does not contain them.
    if (!locked) continue;
    locked.version = version;
    for (const list of [locked.dependencies, locked.devDependencies])
      for (const name of Object.keys(list ?? {}))
        if (name.startsWith('@textloom/')) list![name] = version;
  }
  return `${JSON.stringify(lock, null, 2)}\n`;
}
