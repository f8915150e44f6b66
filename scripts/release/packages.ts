/** The registries, in the order in which `npm run release` names them. */
export const registries = ['npm', 'pypi', 'packagist', 'container'] as const;
export type Registry = (typeof registries)[number];

/** A package that users install from a registry. */
export interface Package {
  readonly name: string;
  readonly registry: Registry;
  readonly folder: string;
  /** The file that contains the version. */
  readonly versionFile: string;
  /**
   * Builds the files to publish in a folder. Packagist and the container need none, because they
   * are published from the sources.
   */
  readonly build?: (outDir: string) => Promise<unknown>;
}

const npm = (name: string, folder: string, build?: Package['build']): Package => ({
  name,
  registry: 'npm',
  folder,
  versionFile: `${folder}/package.json`,
  ...(build && { build }),
});

/**
 * All packages of a release. The builds are imported when they run, so that the jobs that publish
 * run no code of other projects.
 */
export const packages: readonly Package[] = [
  npm('n8n-nodes-textloom', 'connectors/n8n', async (to) =>
    (await import('../packageN8n.ts')).packageN8n(to),
  ),
  npm('textloom', 'sdks/node', async (to) => (await import('../packageNode.ts')).packageNode(to)),
  npm('textloom-mcp', 'connectors/mcp', async (to) =>
    (await import('../packageMcp.ts')).packageMcp(to),
  ),
  npm('node-red-contrib-textloom', 'connectors/node-red', async (to) =>
    (await import('../packageNodeRed.ts')).packageNodeRed(to),
  ),
  {
    name: 'textloom',
    registry: 'pypi',
    folder: 'sdks/python',
    versionFile: 'sdks/python/textloom/contract.py',
    build: async (to) => (await import('./buildPython.ts')).buildPython(to),
  },
  {
    name: 'textloom/textloom',
    registry: 'packagist',
    folder: 'sdks/php',
    versionFile: 'sdks/php/src/Contract.php',
  },
  {
    name: 'ghcr.io/textloom/textloom',
    registry: 'container',
    folder: '.',
    versionFile: 'service/package.json',
  },
];
