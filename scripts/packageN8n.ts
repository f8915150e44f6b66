import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleN8n } from '../connectors/n8n/bundle.ts';
import packageJson from '../connectors/n8n/package.json' with { type: 'json' };
import { npm } from './n8n/npm.ts';

const root = join(import.meta.dirname, '..');
const connector = join(root, 'connectors/n8n');

/** Builds the tarball that npm would publish and returns its path. */
export async function packageN8n(outDir: string, log = console.log): Promise<string> {
  log('Packing the n8n nodes');
  const staging = await mkdtemp(join(tmpdir(), 'textloom-n8n-'));
  try {
    await bundleN8n(join(staging, 'dist'));
    await writeFile(join(staging, 'package.json'), `${JSON.stringify(published(), null, 2)}\n`);
    for (const file of ['README.md', 'CHANGELOG.md', 'LICENSE', 'examples']) {
      await cp(join(connector, file), join(staging, file), { recursive: true });
    }
    await mkdir(outDir, { recursive: true });
    await npm(['pack', '--ignore-scripts', '--pack-destination', outDir], {
      cwd: staging,
      log,
      doing: 'Packing the n8n nodes',
    });
    return join(outDir, `${packageJson.name}-${packageJson.version}.tgz`);
  } finally {
    await rm(staging, { recursive: true });
  }
}

/** Removes development settings and the module type, because n8n loads CommonJS. */
function published() {
  const { type, devDependencies, ...rest } = packageJson;
  return rest;
}

if (import.meta.main) console.log(await packageN8n(join(root, 'artifacts')));
