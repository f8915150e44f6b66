import { join } from 'node:path';
import { bundleN8n } from '../connectors/n8n/bundle.ts';
import packageJson from '../connectors/n8n/package.json' with { type: 'json' };
import { packTarball, toCommonJs } from './packTarball.ts';

const root = join(import.meta.dirname, '..');

/** Builds the tarball that npm would publish and returns its path. */
export const packageN8n = (outDir: string, log = console.log): Promise<string> =>
  packTarball(
    {
      what: 'the n8n nodes',
      folder: join(root, 'connectors/n8n'),
      manifest: toCommonJs(packageJson),
      files: ['README.md', 'CHANGELOG.md', 'LICENSE', 'examples'],
      bundle: bundleN8n,
    },
    outDir,
    log,
  );

if (import.meta.main) console.log(await packageN8n(join(root, 'artifacts')));
