import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ownEnvironment } from './ownEnvironment.ts';
import { installRecipe } from './recipe.ts';
import type { Item, Json } from './types.ts';
import { unpack } from './unpack.ts';

const root = join(import.meta.dirname, '..', '..');

/** The oldest n8n that the package is for: the first whose nodes find there all that these use. */
export const floorVersion = '1.85.0';

export interface FloorRun {
  /** What the credential of the nodes holds. */
  credential: { baseUrl: string; apiKey: string };
  items: Json[];
  /** Of the node that gets the items. */
  parameters: Json;
  /** Of that node, such as `retryOnFail`. */
  settings: Json;
  /** Parameters of the trigger, which is published. */
  trigger: Json;
}

export interface FloorResult {
  /** The types that n8n has found in the package. */
  nodes: string[];
  credentials: string[];
  /** Of the node that got the items: its results, and its error output. */
  outputs: Item[][];
}

/**
 * Loads a package with the loader of the floor version, runs one of its nodes with that version's
 * engine and publishes its trigger. The engine alone is a tenth of all that n8n installs.
 */
export async function runOnFloor(tarball: string, run: FloorRun): Promise<FloorResult> {
  const floor = await installRecipe(
    {
      title: `the engine of n8n ${floorVersion}`,
      from: join(root, 'scripts/n8n/floor'),
      to: join(root, `.cache/n8n-floor-${floorVersion}`),
      takes: 'about 20 seconds and 160 MB',
      files: ['run.mjs'],
    },
    () => {},
  );
  const folder = await mkdtemp(join(tmpdir(), 'n8n-floor-'));
  try {
    await unpack(tarball, folder);
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [join(floor, 'run.mjs'), JSON.stringify({ folder, ...run })],
      // A package finds n8n's own modules where n8n is.
      {
        env: {
          ...ownEnvironment(),
          NODE_PATH: join(floor, 'node_modules'),
          N8N_USER_FOLDER: folder,
          N8N_ENCRYPTION_KEY: 'floor',
        },
      },
    );
    // n8n prints lines of its own before.
    return JSON.parse(stdout.split('\n').at(-1)!) as FloorResult;
  } finally {
    await rm(folder, { recursive: true });
  }
}
