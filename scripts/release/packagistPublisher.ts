import type { Package } from './packages.ts';
import type { Publisher } from './publisher.ts';
import { read, show } from './run.ts';
import { toTag } from './versions.ts';

const branch = 'refs/heads/main';

interface Options {
  readonly root: string;
  /** The Git repository that Packagist reads. */
  readonly repository?: string;
  readonly token?: string | undefined;
}

/**
 * Publishes a folder as a separate Git repository, because Packagist needs `composer.json` at the
 * root. Each version is one commit with a tag.
 */
export function packagistPublisher({
  root,
  repository = 'https://github.com/textloom/textloom-php.git',
  token,
}: Options): Publisher {
  const env = { GIT_TERMINAL_PROMPT: '0', ...(token && authorization(token)) };
  const git = (...args: string[]) => read(['git', ...args], { cwd: root, env });
  const tag = (version: string) => `refs/tags/${toTag(version)}`;
  const push = (commit: string, version: string): [string, ...string[]] => [
    'git',
    'push',
    '--quiet',
    // The branch and the tag arrive together, or neither does.
    '--atomic',
    repository,
    `${commit}:${branch}`,
    `${commit}:${tag(version)}`,
  ];

  /** Makes a commit of the folder that follows the last version. */
  async function createCommit({ name, folder }: Package, version: string): Promise<string> {
    const last = await git('ls-remote', repository, branch);
    if (last !== '') await git('fetch', '--quiet', '--no-tags', repository, branch);
    const parent = last === '' ? [] : ['-p', await git('rev-parse', 'FETCH_HEAD')];
    const date = await git('log', '-1', '--format=%cI');
    const person = { NAME: 'Textloom', EMAIL: 'hello@textloom.example', DATE: date };
    const people = Object.entries(person).flatMap(([key, value]) =>
      ['AUTHOR', 'COMMITTER'].map((role) => [`GIT_${role}_${key}`, value] as const),
    );
    return read(['git', 'commit-tree', `HEAD:${folder}`, ...parent, '-m', `${name} ${version}`], {
      cwd: root,
      env: Object.fromEntries(people),
    });
  }

  return {
    command: ({ folder }, version) => push(`COMMIT-OF-${folder}`, version),
    isPublished: async (_, version) => (await git('ls-remote', repository, tag(version))) !== '',
    publish: async (one, version) =>
      show(push(await createCommit(one, version), version), { cwd: root, env }),
  };
}

/** Hands the token to Git in the environment, where no list of processes shows it. */
const authorization = (token: string) => ({
  GIT_CONFIG_COUNT: '1',
  GIT_CONFIG_KEY_0: 'http.https://github.com/.extraheader',
  GIT_CONFIG_VALUE_0: `AUTHORIZATION: basic ${Buffer.from(`x-access-token:${token}`).toString('base64')}`,
});
