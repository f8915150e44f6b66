import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { runN8n } from './command.ts';
import type { Place } from './environment.ts';
import type { Credential, Workflow } from './types.ts';
import { unpack } from '../programs/unpack.ts';

/** Imports credentials into a stopped n8n, and replaces existing credentials with the same ID. */
export const importCredentials = (place: Place, credentials: Credential[]): Promise<void> =>
  importInto(place, 'credentials', credentials);

/** Imports workflows into a stopped n8n, without publishing them. */
export const importWorkflows = (place: Place, workflows: Workflow[]): Promise<void> =>
  importInto(
    place,
    'workflow',
    workflows.map((workflow) => ({ active: false, settings: {}, connections: {}, ...workflow })),
  );

/**
 * Imports the workflows that n8n lacks, because people change those that it has. Returns the new
 * ones.
 */
export async function importNewWorkflows(place: Place, all: Workflow[]): Promise<Workflow[]> {
  const isFirst = !existsSync(join(place.userFolder, '.n8n/database.sqlite'));
  const listed = isFirst ? '' : await runN8n(['list:workflow', '--onlyId'], place);
  const known = new Set(listed.split(/\s+/));
  const missing = all.filter(({ id }) => !known.has(id));
  if (missing.length > 0) await importWorkflows(place, missing);
  return missing;
}

async function importInto(place: Place, kind: string, content: unknown[]): Promise<void> {
  await mkdir(place.userFolder, { recursive: true });
  const file = join(place.userFolder, `import-${kind}-${process.pid}.json`);
  await writeFile(file, JSON.stringify(content), { mode: 0o600 });
  try {
    const output = await runN8n([`import:${kind}`, `--input=${file}`], place);
    if (!/Successfully imported/.test(output)) throw new Error(output);
  } catch (error) {
    throw new Error(`n8n did not accept the ${kind} import: ${(error as Error).message}`);
  } finally {
    await rm(file, { force: true });
  }
}

/** Installs a community package in the layout of n8n's own installer, without the registry. */
export async function installPackage(userFolder: string, source: string): Promise<string> {
  const modules = join(userFolder, '.n8n/nodes/node_modules');
  const unpacked = join(modules, `.unpacked-${process.pid}`);
  await rm(unpacked, { recursive: true, force: true });
  await mkdir(unpacked, { recursive: true });

  await unpack(source, unpacked);
  const manifest = await readFile(join(unpacked, 'package.json'), 'utf8').catch(() => {
    throw new Error(`${source} is not an npm package: it has no package.json.`);
  });
  const { name } = JSON.parse(manifest) as { name: string };

  const target = join(modules, name);
  await rm(target, { recursive: true, force: true });
  await mkdir(dirname(target), { recursive: true });
  await rename(unpacked, target);
  return target;
}
