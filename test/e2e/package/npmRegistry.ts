import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { killOnExit } from '../../../scripts/programs/child.ts';
import { freePort } from '../../../scripts/programs/port.ts';
import { ownEnvironment } from '../../../scripts/programs/ownEnvironment.ts';
import { installRecipe } from '../../../scripts/programs/recipe.ts';
import { poll } from '../../../scripts/poll.ts';
import { read } from '../../../scripts/release/run.ts';

const root = resolve(import.meta.dirname, '../../..');

/** Installs the programs that check a release, and returns their folder. */
export const installReleaseTools = (): Promise<string> =>
  installRecipe({
    title: 'the tools for releases',
    from: join(root, 'scripts/release/tools'),
    to: join(root, '.cache/release-tools'),
    takes: 'about 20 seconds and 70 MB',
  });

export interface NpmRegistry {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** Starts an npm registry that takes the given packages, and gets all others from npm. */
export async function startNpmRegistry(names: readonly string[]): Promise<NpmRegistry> {
  const tools = await installReleaseTools();
  const folder = await mkdtemp(join(tmpdir(), 'textloom-registry-'));
  const url = `http://127.0.0.1:${await freePort()}`;
  const everybody = { access: '$all', publish: '$all', unpublish: '$all' };
  // Verdaccio reads YAML, which JSON is a part of.
  const settings = {
    storage: join(folder, 'storage'),
    uplinks: { npm: { url: await read(['npm', 'config', 'get', 'registry'], { cwd: folder }) } },
    packages: {
      ...Object.fromEntries(names.map((name) => [name, everybody])),
      '**': { access: '$all', proxy: 'npm' },
    },
    log: { type: 'stdout', level: 'error' },
    web: { enable: false },
  };
  await writeFile(join(folder, 'config.yaml'), JSON.stringify(settings));
  const program = join(tools, 'node_modules/verdaccio/bin/verdaccio');
  const args = ['--config', join(folder, 'config.yaml'), '--listen', url];
  const child = spawn(process.execPath, [program, ...args], {
    cwd: folder,
    env: ownEnvironment(),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  killOnExit(child);
  const responds = () =>
    fetch(`${url}/-/ping`).then(
      ({ ok }) => ok || undefined,
      () => undefined,
    );
  await poll(120_000, responds, () => `The registry at ${url} does not respond.`);
  return {
    url,
    stop: async () => {
      child.kill();
      await once(child, 'exit');
      await rm(folder, { recursive: true });
    },
  };
}
