import { readContents } from './contents.ts';
import { buildPackages, getOutDir } from './buildPackages.ts';
import { findProblems } from './findProblems.ts';
import { packages, registries } from './packages.ts';
import type { Publishers } from './publishers.ts';
import { releaseVersion, toTag } from './versions.ts';

type Log = (line: string) => void;

/** Shows what the workflow does with the tag of the current version, in its order. */
export async function showPlan(root: string, publishers: Publishers, log: Log): Promise<boolean> {
  const version = await releaseVersion(root);
  log(`Release of Textloom ${version}, with the tag ${toTag(version)}`);
  const problems = await findProblems(root);
  for (const problem of problems) log(`  problem: ${problem}`);
  if (problems.length === 0) log('  The versions, the changelogs, the tag and Git are in order.');
  for (const registry of registries)
    for (const one of packages.filter((other) => other.registry === registry)) {
      log(`\n${registry}: ${one.name} ${version}`);
      log(`  ${publishers[registry].command(one, version).join(' ')}`);
    }
  log('\nThen push the Zapier app: npm run zapier:push');
  return problems.length === 0;
}

/** Builds the packages and shows what users would get. Publishes nothing. */
export async function showContents(root: string, publishers: Publishers, log: Log): Promise<void> {
  const version = await releaseVersion(root);
  await buildPackages(root);
  for (const one of packages.filter(({ registry, build }) => build ?? registry === 'packagist')) {
    const command = publishers[one.registry].command(one, version);
    for (const { name, bytes, files } of await readContents(
      one,
      command,
      getOutDir(root, one),
      root,
    )) {
      log(`\n${name}: ${files.length} files, ${Math.ceil(bytes / 1000)} kB`);
      for (const file of files) log(`  ${file}`);
    }
  }
}
