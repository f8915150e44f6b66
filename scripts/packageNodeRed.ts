import { join } from 'node:path';
import { bundleNodeRed } from '../connectors/node-red/bundle.ts';
import packageJson from '../connectors/node-red/package.json' with { type: 'json' };
import { packTarball, toCommonJs } from './packTarball.ts';

const root = join(import.meta.dirname, '..');

/** Builds the tarball that npm would publish and returns its path. */
export const packageNodeRed = (outDir: string, log = console.log): Promise<string> =>
  packTarball(
    {
      what: 'the Node-RED nodes',
      folder: join(root, 'connectors/node-red'),
      manifest: toCommonJs(packageJson),
      files: ['README.md', 'CHANGELOG.md', 'LICENSE', 'examples'],
      bundle: bundleNodeRed,
    },
    outDir,
    log,
  );

if (import.meta.main) console.log(await packageNodeRed(join(root, 'artifacts')));
