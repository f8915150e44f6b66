import { join } from 'node:path';
import { installRecipe } from '../programs/recipe.ts';
import hostPackage from './host/package.json' with { type: 'json' };

const version = hostPackage.dependencies['node-red'];

/** Installs a real Node-RED if it is missing, and returns the path of its program. */
export async function installNodeRed(root: string): Promise<string> {
  const folder = await installRecipe({
    title: `Node-RED ${version}`,
    from: join(root, 'scripts/node-red/host'),
    to: join(root, `.cache/node-red-${version}`),
    takes: 'about 10 seconds and 120 MB',
  });
  return join(folder, 'node_modules/node-red/red.js');
}
