import { join } from 'node:path';
import { bundleNode } from '../sdks/node/bundle.ts';
import packageJson from '../sdks/node/package.json' with { type: 'json' };
import { packTarball } from './packTarball.ts';

const root = join(import.meta.dirname, '..');

/** Builds the tarball that npm would publish and returns its path. */
export const packageNode = (outDir: string, log = console.log): Promise<string> =>
  packTarball(
    {
      what: 'the client for Node.js',
      folder: join(root, 'sdks/node'),
      manifest: packageJson,
      files: ['README.md', 'CHANGELOG.md', 'LICENSE', 'examples'],
      bundle: bundleNode,
    },
    outDir,
    log,
  );

if (import.meta.main) console.log(await packageNode(join(root, 'artifacts')));
