import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { findSection } from '../../scripts/release/changelog.ts';
import { showPlan } from '../../scripts/release/dryRun.ts';
import { findProblems } from '../../scripts/release/findProblems.ts';
import { packages } from '../../scripts/release/packages.ts';
import { prepare } from '../../scripts/release/prepare.ts';
import { publishersFor } from '../../scripts/release/publishers.ts';
import { readVersion, versionFiles } from '../../scripts/release/versions.ts';
import { copyRepository, type Copy } from './copyRepository.ts';

const built = packages.map((one) => ({ build: async () => undefined, ...one }));
const commit = (copy: Copy) => copy.git('commit', '--quiet', '--all', '--message=change');

let copy: Copy;
beforeEach(async () => {
  copy = await copyRepository();
  await copy.prepareAndCommit('7.8.9');
});
afterEach(() => copy.remove());

const problems = () => findProblems(copy.root, built);

describe('a version that is prepared', () => {
  it('has no problems', async () => {
    expect(await problems()).toEqual([]);
  });

  it('is in all manifests and in the lock file', async () => {
    for (const file of await versionFiles(copy.root))
      expect(await readVersion(copy.root, file)).toBe('7.8.9');
    const lock = await readFile(join(copy.root, 'package-lock.json'), 'utf8');
    const { version, packages: locked } = JSON.parse(lock) as {
      version: string;
      packages: Record<string, { version: string; devDependencies?: Record<string, string> }>;
    };
    expect([version, locked['']?.version, locked.shared?.version]).toEqual(Array(3).fill('7.8.9'));
    expect(locked['connectors/n8n']?.devDependencies).toEqual({ '@textloom/shared': '7.8.9' });
  });

  it('has what was unreleased as its notes, and a sentence where nothing changed', async () => {
    const changelog = (file: string) => readFile(join(copy.root, file), 'utf8');
    await copy.edit('CHANGELOG.md', (text) =>
      text.replace('\n## ', '\n## Unreleased\n\n- Texts arrive sooner.\n\n## '),
    );
    await prepare(copy.root, '7.9.0');
    expect(findSection(await changelog('CHANGELOG.md'), '7.9.0')).toBe('- Texts arrive sooner.');
    expect(findSection(await changelog('CHANGELOG.md'), 'Unreleased')).toBeUndefined();
    expect(findSection(await changelog('sdks/node/CHANGELOG.md'), '7.9.0')).toBe(
      '- This version changes nothing here.',
    );
  });

  it('is in the commands of the READMEs', async () => {
    for (const [file, command] of [
      ['sdks/node', 'npm install ../textloom/artifacts/textloom-7.8.9.tgz'],
      ['connectors/mcp', 'npx -y file:/path/to/artifacts/textloom-mcp-7.8.9.tgz'],
      ['connectors/zapier', 'zapier-platform env:set 7.8.9 WEBHOOK_SIGNATURES=off'],
    ])
      expect(await readFile(join(copy.root, `${file}/README.md`), 'utf8')).toContain(command);
  });

  it('must have three numbers', async () => {
    await expect(prepare(copy.root, '8.0.0-beta.1')).rejects.toThrow(
      'The version 8.0.0-beta.1 is not valid. Use three numbers, such as 0.2.0.',
    );
  });
});

describe('the plan of a release', () => {
  it('names every package with its version and its command', async () => {
    const lines: string[] = [];
    await showPlan(copy.root, publishersFor(copy.root), (line) => lines.push(line));
    for (const { name, registry } of packages)
      expect(lines).toContain(`\n${registry}: ${name} 7.8.9`);
    const plan = lines.join('\n');
    for (const part of [
      'npm publish artifacts/npm/n8n-nodes-textloom-7.8.9.tgz --access=public --provenance',
      ':refs/tags/v7.8.9',
      '--tag=ghcr.io/textloom/textloom:7.8.9 --tag=ghcr.io/textloom/textloom:7.8 ',
    ])
      expect(plan).toContain(part);
  });
});

describe('a release is refused', () => {
  it('if a manifest has another version', async () => {
    await copy.edit('connectors/n8n/package.json', (text) => text.replace('7.8.9', '7.8.8'));
    commit(copy);
    expect(await problems()).toEqual([
      'connectors/n8n/package.json has version 7.8.8, but package.json has version 7.8.9. ' +
        'Run "npm run release -- --prepare VERSION" to give all packages the same version.',
    ]);
  });

  it('if a client was not generated again', async () => {
    await copy.edit('sdks/php/src/Contract.php', (text) => text.replace('7.8.9', '7.8.8'));
    commit(copy);
    expect(await problems()).toEqual([
      expect.stringContaining('sdks/php/src/Contract.php has version 7.8.8'),
    ]);
  });

  it('if a changelog has no entries for the version', async () => {
    await copy.edit('CHANGELOG.md', (text) => text.replace('## 7.8.9\n', '## 7.8.90\n'));
    commit(copy);
    expect(await problems()).toEqual([
      'CHANGELOG.md has no entries under "## 7.8.9". ' +
        'Run "npm run release -- --prepare 7.8.9", and review the changelogs.',
    ]);
  });

  it('if a changelog has unreleased entries', async () => {
    await copy.edit('connectors/n8n/CHANGELOG.md', (text) =>
      text.replace('\n## ', '\n## Unreleased\n\n- Add a node.\n\n## '),
    );
    commit(copy);
    expect(await problems()).toEqual([
      'connectors/n8n/CHANGELOG.md still has entries under "## Unreleased". ' +
        'Move them to a version.',
    ]);
  });

  it('if a file differs from the last commit', async () => {
    await copy.edit('sdks/php/README.md', (text) => `${text}\nMore.\n`);
    expect(await problems()).toEqual([
      '1 file differs from the last commit, such as sdks/php/README.md. ' +
        'Commit or remove the changes, because a release contains only what is in Git.',
    ]);
  });

  it('if the tag belongs to another commit', async () => {
    copy.git('tag', 'v7.8.9');
    expect(await problems()).toEqual([]);
    copy.git('commit', '--quiet', '--allow-empty', '--message=later');
    expect(await problems()).toEqual([
      'v7.8.9 is the tag of another commit, so this version is already released. ' +
        'Prepare a new one.',
    ]);
  });

  it('if a package has no build', async () => {
    const { build: _, ...unbuilt } = built[0]!;
    expect(await findProblems(copy.root, [unbuilt])).toEqual([
      'n8n-nodes-textloom has no build. Add it to scripts/release/packages.ts.',
    ]);
  });
});
