import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { packages, registries, type Package } from './packages.ts';

/** Returns the folder for the files of a package. Those of one registry share it. */
export const getOutDir = (root: string, { registry }: Pick<Package, 'registry'>): string =>
  join(root, 'artifacts', registry);

/** Builds the files of all packages. Removes those of other versions first. */
export async function buildPackages(root: string): Promise<void> {
  for (const registry of registries)
    await rm(getOutDir(root, { registry }), { recursive: true, force: true });
  for (const one of packages) {
    if (!one.build) continue;
    await mkdir(getOutDir(root, one), { recursive: true });
    await one.build(getOutDir(root, one));
  }
}
