import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleMcp } from '../connectors/mcp/bundle.ts';
import packageJson from '../connectors/mcp/package.json' with { type: 'json' };
import { npm } from './n8n/npm.ts';

const root = join(import.meta.dirname, '..');
const connector = join(root, 'connectors/mcp');

/** Builds the tarball that npm would publish and returns its path. */
export async function packageMcp(outDir: string, log = console.log): Promise<string> {
  const doing = 'Packing the MCP server';
  log(doing);
  const staging = await mkdtemp(join(tmpdir(), 'textloom-mcp-'));
  try {
    await bundleMcp(join(staging, 'dist'));
    await writeFile(join(staging, 'package.json'), `${JSON.stringify(published(), null, 2)}\n`);
    for (const file of ['README.md', 'CHANGELOG.md', 'LICENSE'])
      await cp(join(connector, file), join(staging, file));
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

/** The bundle contains the packages of the development. */
function published() {
  const { devDependencies, ...rest } = packageJson;
  return rest;
}

if (import.meta.main) console.log(await packageMcp(join(root, 'artifacts')));
