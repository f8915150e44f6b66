import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildPackages } from './release/buildPackages.ts';
import { findSection } from './release/changelog.ts';
import { showContents, showPlan } from './release/dryRun.ts';
import { findProblems } from './release/findProblems.ts';
import { packages, registries } from './release/packages.ts';
import { prepare } from './release/prepare.ts';
import { publishMissing } from './release/publisher.ts';
import { publishersFor } from './release/publishers.ts';
import { show } from './release/run.ts';
import { releaseVersion, toTag } from './release/versions.ts';

const root = resolve(import.meta.dirname, '..');
const publishers = publishersFor(root);

/** Releases are made by the workflow, because only it can sign what it publishes. */
async function requireWorkflow(): Promise<string> {
  const version = await releaseVersion(root);
  const tag = toTag(version);
  if (process.env.GITHUB_ACTIONS !== 'true' || process.env.GITHUB_REF !== `refs/tags/${tag}`)
    throw new Error(
      `Only the workflow "Publish" publishes packages. To start it, push the tag ${tag}: ` +
        `"git tag ${tag} && git push origin ${tag}". ` +
        'To see what it would publish, run "npm run release -- --dry-run".',
    );
  const problems = await findProblems(root);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return version;
}

async function main(): Promise<boolean> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { 'dry-run': { type: 'boolean' }, prepare: { type: 'string' } },
  });
  if (values.prepare !== undefined) {
    await prepare(root, values.prepare);
    await show([process.execPath, join(root, 'scripts/generate.ts')], { cwd: root });
    console.log(`Review and commit the changes. Then push the tag ${toTag(values.prepare)}.`);
    return true;
  }
  if (values['dry-run']) {
    const isReady = await showPlan(root, publishers, console.log);
    await showContents(root, publishers, console.log);
    return isReady;
  }

  const version = await requireWorkflow();
  const [command] = positionals;
  if (command === 'build') await buildPackages(root);
  else if (command === 'notes')
    console.log(findSection(await readFile(join(root, 'CHANGELOG.md'), 'utf8'), version));
  else {
    const registry = registries.find((name) => name === command);
    if (!registry) throw new Error(`Specify build, notes or one of: ${registries.join(', ')}.`);
    const chosen = packages.filter((one) => one.registry === registry);
    await publishMissing(publishers[registry], chosen, version);
  }
  return true;
}

try {
  process.exitCode = (await main()) ? 0 : 1;
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
