import { join } from 'node:path';
import type { Log } from '../programs/log.ts';
import { installRecipe } from '../programs/recipe.ts';

const n8nVersion = '2.41.1';

/** Installs a real n8n if it is missing, and returns the path of its program. */
export async function installN8n({ root, log }: { root: string; log: Log }): Promise<string> {
  const folder = await installRecipe(
    {
      title: `n8n ${n8nVersion}`,
      from: join(root, 'scripts/n8n/host'),
      to: join(root, `.cache/n8n-${n8nVersion}`),
      takes: 'about 3 minutes and 2.2 GB',
      build: ['sqlite3'],
      buildAdvice:
        "The build of n8n's database driver failed. Install Python 3, make, and a C++ compiler " +
        '(on Debian or Ubuntu: apt install python3 make g++), then run the command again.',
    },
    log,
  );
  return join(folder, 'node_modules/n8n/bin/n8n');
}
