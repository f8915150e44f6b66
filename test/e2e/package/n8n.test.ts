import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import packageJson from '../../../connectors/n8n/package.json' with { type: 'json' };
import { actionsByResource } from '../../../connectors/n8n/nodes/Textloom/resources/index.ts';
import { generateSchemas } from '../../../scripts/generate/n8n.ts';
import { scanPackage } from '../../../scripts/n8n/scan.ts';
import { unpack } from '../../../scripts/programs/unpack.ts';
import { packageN8n } from '../../../scripts/packageN8n.ts';

const root = join(import.meta.dirname, '../../..');
const connector = join(root, 'connectors/n8n');
let folder: string;
let tarball: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'textloom-n8n-package-'));
  tarball = await packageN8n(folder, () => undefined);
});
afterAll(() => rm(folder, { recursive: true }));

describe('the package for n8n', () => {
  it("passes n8n's scan, as source and as published", async () => {
    expect(await scanPackage({ sourceDir: connector, tarball })).toEqual([]);
  });

  it('contains the files that n8n loads, and needs no other packages', async () => {
    const examples = await readdir(join(connector, 'examples'));
    const listed = execFileSync('tar', ['-tzf', tarball], { encoding: 'utf8' }).trim();
    const files = listed.split('\n').map((file) => file.replace('package/', ''));
    const isShared = (file: string) => /^dist\/shared\/chunk-\w+\.js$/.test(file);
    expect(files.filter((file) => !isShared(file)).sort()).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'dist/credentials/TextloomApi.credentials.js',
      'dist/icons/textloom.dark.svg',
      'dist/icons/textloom.svg',
      'dist/nodes/Textloom/Textloom.node.js',
      'dist/nodes/Textloom/Textloom.node.json',
      'dist/nodes/Textloom/TextloomTrigger.node.js',
      'dist/nodes/Textloom/TextloomTrigger.node.json',
      ...Object.keys(generateSchemas())
        .map((path) => path.replace('connectors/n8n', 'dist'))
        .sort(),
      ...examples.map((file) => `examples/${file}`).sort(),
      'package.json',
    ]);
    const unpacked = await mkdtemp(join(folder, 'unpacked-'));
    await unpack(tarball, unpacked);
    const modules = files.filter((file) => file.endsWith('.js'));
    const sources = await Promise.all(
      modules.map((file) => readFile(join(unpacked, file), 'utf8')),
    );
    expect(sources.join().split('ApiError = class').length - 1).toBe(1);
    const manifest = JSON.parse(await readFile(join(unpacked, 'package.json'), 'utf8')) as object;
    expect(manifest).toMatchObject({
      name: 'n8n-nodes-textloom',
      license: 'MIT',
      peerDependencies: { 'n8n-workflow': '*' },
    });
    for (const none of ['type', 'scripts', 'dependencies', 'devDependencies', 'overrides']) {
      expect(manifest).not.toHaveProperty(none);
    }
  });
});

describe('the README', () => {
  const readme = () => readFile(join(connector, 'README.md'), 'utf8');

  it('names every operation and every example', async () => {
    const text = await readme();
    for (const [resource, actions] of Object.entries(actionsByResource)) {
      const row = text.split('\n').find((line) => line.toLowerCase().startsWith(`| ${resource} `));
      const named = row?.split('|')[2]?.trim().split(' · ').sort();
      expect({ resource, named }).toEqual({
        resource,
        named: actions.map(({ words }) => words.name).sort(),
      });
    }
    for (const file of await readdir(join(connector, 'examples'))) expect(text).toContain(file);
  });
  it('shows existing pictures, at URLs that npm and n8n find', async () => {
    const pictures = [...(await readme()).matchAll(/!\[.+\]\((.+)\)/g)].map(([, path]) => path!);
    expect(pictures.length).toBeGreaterThan(3);
    const { url } = packageJson.repository;
    const raw = `${url.replace(/^git\+https:\/\/github\.com\/|\.git$/g, '')}/main/`;
    for (const picture of pictures) {
      expect(picture).toContain(`https://raw.githubusercontent.com/${raw}`);
      expect(existsSync(join(root, picture.split(raw)[1]!))).toBe(true);
    }
  });
});

describe('the text in the editor', () => {
  /** Copies the golden files as the source of a package. */
  const goldenPackage = async () => {
    const source = await mkdtemp(join(folder, 'golden-'));
    await cp(join(root, 'test/n8n/golden'), source, { recursive: true });
    for (const file of ['package.json', 'icons', 'nodes/Textloom/Textloom.node.json']) {
      await cp(join(connector, file), join(source, file), { recursive: true });
    }
    return source;
  };

  it("follows n8n's rules", async () => {
    expect(await scanPackage({ sourceDir: await goldenPackage(), tarball })).toEqual([]);
  });

  it.each([
    [
      "displayName: 'Send At'",
      "displayName: 'send at'",
      'n8n-nodes-base/node-param-display-name-miscased',
    ],
    // Only the newest rules forbid this.
    [
      'outputs: [NodeConnectionTypes.Main]',
      'outputs: [NodeConnectionTypes.Main] as never',
      '@n8n/community-nodes/no-unsafe-connection-type-cast',
    ],
  ])('is checked by these rules, so that they can fail (%s)', async (shown, changed, rule) => {
    const source = await goldenPackage();
    const node = join(source, 'nodes/Textloom/Textloom.node.ts');
    await writeFile(node, (await readFile(node, 'utf8')).replace(shown, changed));
    expect(await scanPackage({ sourceDir: source, tarball })).toMatchObject([
      { where: 'source', rule },
    ]);
  });

  it('is not the only thing that the rules check: they also check the code that nodes share', async () => {
    const source = await goldenPackage();
    await mkdir(join(source, 'lib'));
    await writeFile(join(source, 'lib/pause.ts'), 'setTimeout(() => undefined, 1);\n');
    expect(await scanPackage({ sourceDir: source, tarball })).toMatchObject([
      { where: 'source', file: 'lib/pause.ts', rule: '@n8n/community-nodes/no-restricted-globals' },
    ]);
  });
});
