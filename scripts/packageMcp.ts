import { join } from 'node:path';
import { bundleMcp } from '../connectors/mcp/bundle.ts';
import packageJson from '../connectors/mcp/package.json' with { type: 'json' };
import { packTarball } from './packTarball.ts';

const root = join(import.meta.dirname, '..');

/** Builds the tarball that npm would publish and returns its path. */
export function packageMcp(outDir: string, log = console.log): Promise<string> {
  // The bundle contains the packages of the development.
  const { devDependencies, ...manifest } = packageJson;
  return packTarball(
    {
      what: 'the MCP server',
      folder: join(root, 'connectors/mcp'),
      manifest,
      files: ['README.md', 'CHANGELOG.md', 'LICENSE'],
      bundle: bundleMcp,
    },
    outDir,
    log,
  );
}

if (import.meta.main) console.log(await packageMcp(join(root, 'artifacts')));
