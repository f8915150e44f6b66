import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleNode } from '../sdks/node/bundle.ts';
import packageJson from '../sdks/node/package.json' with { type: 'json' };
import { npm } from './n8n/npm.ts';

const root = join(import.meta.dirname, '..');
const sdk = join(root, 'sdks/node');

/** Builds the tarball that npm would publish and returns its path. */
export async function packageNode(outDir: string, log = console.log): Promise<string> {
  const doing = 'Packing the client for Node.js';
  log(doing);
  const staging = await mkdtemp(join(tmpdir(), 'textloom-node-'));
  try {
    await bundleNode(join(staging, 'dist'));
    for (const file of ['package.json', 'README.md', 'CHANGELOG.md', 'LICENSE', 'examples'])
      await cp(join(sdk, file), join(staging, file), { recursive: true });
    await mkdir(outDir, { recursive: true });
    await npm(['pack', '--ignore-scripts', '--pack-destination', outDir], {
      cwd: staging,
      log,
      doing,
    });
    return join(outDir, `${packageJson.name}-${packageJson.version}.tgz`);
  } finally {
    await rm(staging, { recursive: true });
  }
}

if (import.meta.main) console.log(await packageNode(join(root, 'artifacts')));
