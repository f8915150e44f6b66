import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { npm } from './programs/npm.ts';

interface Packing {
  /** Names what is packed, such as "the n8n nodes". */
  readonly what: string;
  /** The folder of the package. */
  readonly folder: string;
  readonly manifest: { readonly name: string; readonly version: string };
  /** What the tarball contains in addition to the manifest and the bundle. */
  readonly files: readonly string[];
  /** Bundles the sources into a folder. */
  readonly bundle: (outDir: string) => Promise<void>;
}

/** Builds the tarball that npm would publish and returns its path. */
export async function packTarball(
  { what, folder, manifest, files, bundle }: Packing,
  outDir: string,
  log = console.log,
): Promise<string> {
  const doing = `Packing ${what}`;
  log(doing);
  const staging = await mkdtemp(join(tmpdir(), 'textloom-pack-'));
  try {
    await bundle(join(staging, 'dist'));
    await writeFile(join(staging, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
    for (const file of files)
      await cp(join(folder, file), join(staging, file), { recursive: true });
    await mkdir(outDir, { recursive: true });
    const args = ['pack', '--ignore-scripts', '--pack-destination', outDir];
    await npm(args, { cwd: staging, log, doing });
    return join(
      outDir,
      `${manifest.name.replace('@', '').replace('/', '-')}-${manifest.version}.tgz`,
    );
  } finally {
    await rm(staging, { recursive: true });
  }
}

/** Removes development settings and the module type, for hosts that load CommonJS. */
export function toCommonJs<
  M extends { readonly type?: string; readonly devDependencies?: object },
>({ type, devDependencies, ...manifest }: M): Omit<M, 'type' | 'devDependencies'> {
  return manifest;
}
