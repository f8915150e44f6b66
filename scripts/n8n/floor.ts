import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ownEnvironment } from '../programs/ownEnvironment.ts';
import { installRecipe } from '../programs/recipe.ts';
import type { Item, Json } from './types.ts';
import { unpack } from '../programs/unpack.ts';

const root = join(import.meta.dirname, '..', '..');

/**
 * The oldest n8n that the package supports, which is the first with everything that its nodes use.
 */
export const floorVersion = '1.85.0';

export interface FloorRun {
  /** The data of the credential of the nodes. */
  credential: { baseUrl: string; apiKey: string };
  items: Json[];
  /** The parameters of the node that gets the items. */
  parameters: Json;
  /** The settings of that node, such as `retryOnFail`. */
  settings: Json;
  /** The parameters of the published trigger. */
  trigger: Json;
  /** The parameters of the tool of an agent, and the input of each call. */
  tool: { parameters: Json; calls: Json[] };
  /** The parameters of an operation that needs a later version. */
  later: Json;
}

export interface FloorResult {
  /** The types that n8n found in the package. */
  nodes: string[];
  credentials: string[];
  /** The results and the error output of the node that got the items. */
  outputs: Item[][];
  /** What the agent gets from the calls of its tool. */
  answers: string[];
  /** The message of the error of the operation that needs a later version. */
  refusal: string;
}

/**
 * Loads a package with the loader of the oldest supported version, runs one of its nodes with that
 * engine, also as a tool, and publishes its trigger. The engine is only a tenth of the size of an
 * n8n installation.
 */
export async function runOnFloor(tarball: string, run: FloorRun): Promise<FloorResult> {
  const floor = await installRecipe({
    title: `the engine of n8n ${floorVersion}`,
    from: join(root, 'scripts/n8n/floor'),
    to: join(root, `.cache/n8n-floor-${floorVersion}`),
    takes: 'about 20 seconds and 160 MB',
    files: ['run.mjs'],
  });
  const folder = await mkdtemp(join(tmpdir(), 'n8n-floor-'));
  try {
    await unpack(tarball, folder);
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [join(floor, 'run.mjs'), JSON.stringify({ folder, ...run })],
      // A package finds the modules of n8n in the folder of n8n.
      {
        env: {
          ...ownEnvironment(),
          NODE_PATH: join(floor, 'node_modules'),
          N8N_USER_FOLDER: folder,
          N8N_ENCRYPTION_KEY: 'floor',
        },
      },
    );
    // n8n prints other lines before the result.
    return JSON.parse(stdout.split('\n').at(-1)!) as FloorResult;
  } finally {
    await rm(folder, { recursive: true });
  }
}
