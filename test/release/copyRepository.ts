import { execFileSync } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { changelogsNextTo, readmesNextTo } from '../../scripts/release/changelog.ts';
import { prepare } from '../../scripts/release/prepare.ts';
import { versionFiles } from '../../scripts/release/versions.ts';

const repository = resolve(import.meta.dirname, '../..');
const constants = ['sdks/python/textloom/contract.py', 'sdks/php/src/Contract.php'];

export interface Copy {
  readonly root: string;
  readonly git: (...args: string[]) => string;
  readonly edit: (file: string, change: (text: string) => string) => Promise<void>;
  /** Prepares a version and commits it. */
  readonly prepareAndCommit: (version: string) => Promise<void>;
  readonly remove: () => Promise<void>;
}

/** Copies the files that a release reads and changes to a separate Git repository. */
export async function copyRepository(): Promise<Copy> {
  const root = await mkdtemp(join(tmpdir(), 'textloom-release-'));
  const files = await versionFiles(repository);
  const copied = [
    ...files,
    ...changelogsNextTo(repository, files),
    ...readmesNextTo(repository, files),
    'package-lock.json',
    'sdks/php',
  ];
  for (const file of copied)
    await cp(join(repository, file), join(root, file), { recursive: true });
  const git = (...args: string[]) =>
    execFileSync('git', args, {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null' },
    }).trim();
  git('init', '--quiet', '--initial-branch=main');
  git('config', 'user.name', 'Test');
  git('config', 'user.email', 'test@textloom.example');
  const commit = () => {
    git('add', '--all');
    git('commit', '--quiet', '--allow-empty', '--message=test');
  };
  commit();
  const edit: Copy['edit'] = async (file, change) =>
    writeFile(join(root, file), change(await readFile(join(root, file), 'utf8')));
  return {
    root,
    git,
    edit,
    prepareAndCommit: async (version) => {
      await prepare(root, version);
      // This is what `npm run generate` does with the constants of the clients.
      for (const file of constants)
        await edit(file, (text) => text.replace(/(VERSION = ["'])[^"']+/, `$1${version}`));
      commit();
    },
    remove: () => rm(root, { recursive: true }),
  };
}
