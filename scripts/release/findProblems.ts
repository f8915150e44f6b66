import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { changelogsNextTo, findSection, unreleased } from './changelog.ts';
import { packages, type Package } from './packages.ts';
import { read } from './run.ts';
import { readVersion, releaseVersion, toTag, versionFiles } from './versions.ts';

/** Returns a sentence for each reason why the current commit is not ready for a release. */
export async function findProblems(
  root: string,
  list: readonly Package[] = packages,
): Promise<string[]> {
  const version = await releaseVersion(root);
  const files = await versionFiles(root);
  return [
    ...(await versionProblems(root, version, files)),
    ...(await changelogProblems(root, version, files)),
    ...buildProblems(list),
    ...(await treeProblems(root)),
    ...(await tagProblems(root, toTag(version))),
  ];
}

async function versionProblems(root: string, version: string, files: readonly string[]) {
  if (!/^\d+\.\d+\.\d+$/.test(version))
    return [`The version in package.json is ${version}. Use three numbers, such as 0.2.0.`];
  const found = await Promise.all(
    files.map(async (file) => ({ file, other: await readVersion(root, file) })),
  );
  return found
    .filter(({ other }) => other !== version)
    .map(
      ({ file, other }) =>
        `${file} has version ${other}, but package.json has version ${version}. ` +
        `Run "npm run release -- --prepare VERSION" to give all packages the same version.`,
    );
}

async function changelogProblems(root: string, version: string, files: readonly string[]) {
  const problems = await Promise.all(
    changelogsNextTo(root, files).map(async (file) => {
      const changelog = await readFile(join(root, file), 'utf8');
      const remedy = `Run "npm run release -- --prepare ${version}", and review the changelogs.`;
      if (!findSection(changelog, version))
        return [`${file} has no entries under "## ${version}". ${remedy}`];
      if (findSection(changelog, unreleased))
        return [`${file} still has entries under "## ${unreleased}". Move them to a version.`];
      return [];
    }),
  );
  return problems.flat();
}

const buildProblems = (list: readonly Package[]) =>
  list
    .filter(({ registry, build }) => (registry === 'npm' || registry === 'pypi') && !build)
    .map(({ name }) => `${name} has no build. Add it to scripts/release/packages.ts.`);

async function treeProblems(root: string) {
  const changed = await read(['git', 'status', '--porcelain'], { cwd: root });
  if (changed === '') return [];
  const files = changed.split('\n');
  const count = files.length === 1 ? '1 file differs' : `${files.length} files differ`;
  return [
    `${count} from the last commit, such as ${files[0]!.trim().replace(/^\S+ /, '')}. ` +
      'Commit or remove the changes, because a release contains only what is in Git.',
  ];
}

async function tagProblems(root: string, tag: string) {
  const commit = async (name: string) =>
    read(['git', 'rev-parse', '--verify', '--quiet', `${name}^{commit}`], { cwd: root }).catch(
      () => undefined,
    );
  const tagged = await commit(`refs/tags/${tag}`);
  return tagged === undefined || tagged === (await commit('HEAD'))
    ? []
    : [
        `${tag} is the tag of another commit, so this version is already released. Prepare a new one.`,
      ];
}
