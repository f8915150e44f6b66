import { join } from 'node:path';
import { installRecipe } from '../programs/recipe.ts';
import type { Publisher } from './publisher.ts';
import { show } from './run.ts';

const publicRegistry = 'https://registry.npmjs.org';

interface Options {
  readonly root: string;
  readonly registry?: string;
  /** Only the first version of a package needs a token. npm trusts the workflow afterward. */
  readonly token?: string | undefined;
}

/** Publishes the tarballs in `artifacts/npm` with the npm from the lock file. */
export function npmPublisher({ root, registry = publicRegistry, token }: Options): Publisher {
  const tarball = (name: string, version: string) => `artifacts/npm/${name}-${version}.tgz`;
  // Only the public registry stores the provenance, and only the workflow can sign it.
  const provenance = registry === publicRegistry ? '--provenance' : '--provenance=false';
  const command: Publisher['command'] = ({ name }, version) => [
    'npm',
    'publish',
    tarball(name, version),
    '--access=public',
    provenance,
    `--registry=${registry}`,
  ];
  const login = token && { [`npm_config_${registry.replace(/^https?:/, '')}/:_authToken`]: token };
  return {
    command,
    isPublished: async ({ name }, version) => {
      const { status } = await fetch(`${registry}/${name}/${version}`);
      if (status === 200 || status === 404) return status === 200;
      throw new Error(
        `npm responded with status ${status} when asked for ${name}. Run the job again later.`,
      );
    },
    publish: async (one, version) => {
      const [, ...args] = command(one, version);
      await show(await npmCommand(args), { cwd: root, env: { ...login } });
    },
  };
}

/** Returns the command that runs the npm from the lock file, which can publish without a token. */
export async function npmCommand(args: readonly string[]): Promise<[string, ...string[]]> {
  const folder = await installRecipe(
    {
      title: 'npm',
      from: join(import.meta.dirname, 'npm'),
      to: join(import.meta.dirname, '../../.cache/release-npm'),
      takes: 'a few seconds',
    },
    console.log,
  );
  return [process.execPath, join(folder, 'node_modules/npm/bin/npm-cli.js'), ...args];
}
