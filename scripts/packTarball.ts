import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { npm } from './programs/npm.ts';

interface Packing {
  /** Names what is packed, such as "the n8n nodes". */
  readonly what: string;
  /** The folder of the package in this repository. */
  readonly folder: string;
  readonly manifest: { readonly name: string; readonly version: string };
  /** Whether the tarball contains examples. */
  readonly hasExamples: boolean;
  /** Bundles the sources into a folder. */
  readonly bundle: (outDir: string) => Promise<void>;
}

const files = ['README.md', 'CHANGELOG.md', 'LICENSE'];

/** Creates a function that builds the tarball that npm would publish, and returns its path. */
export const packTarball =
  ({ what, folder, manifest, hasExamples, bundle }: Packing) =>
  async (outDir: string, log = console.log): Promise<string> => {
    const doing = `Packing ${what}`;
    log(`${doing} …`);
    const staging = await mkdtemp(join(tmpdir(), 'textloom-pack-'));
    try {
      await bundle(join(staging, 'dist'));
      await writeFile(join(staging, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
      for (const file of hasExamples ? [...files, 'examples'] : files)
        await cp(join(import.meta.dirname, '..', folder, file), join(staging, file), {
          recursive: true,
        });
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
  };

/** Removes development settings and the module type, for hosts that load CommonJS. */
export function toCommonJs<
  M extends { readonly type?: string; readonly devDependencies?: object },
>({ type, devDependencies, ...manifest }: M): Omit<M, 'type' | 'devDependencies'> {
  return manifest;
}
