import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import manifest from '../../package.json' with { type: 'json' };
import { startServiceProcess } from '../../scripts/serviceProcess.ts';
import { wireChanges } from '../contract/wireChanges.ts';

const root = resolve(import.meta.dirname, '../..');
const copy = mkdtempSync(join(tmpdir(), 'textloom-copy-'));
const children = { cwd: copy, encoding: 'utf8', timeout: 840_000 } as const;

/** Makes a separate checkout: it copies the sources and links the installed packages. */
function copySources(): void {
  for (const folder of ['shared', 'service', 'connectors', 'console', 'scripts', 'test', 'docs']) {
    cpSync(join(root, folder), join(copy, folder), {
      recursive: true,
      filter: (path) => !/\/(node_modules|artifacts|console\/dist)$/.test(path),
    });
  }
  for (const file of [
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    'jest.config.mjs',
    'jest.e2e.config.mjs',
  ]) {
    cpSync(join(root, file), join(copy, file));
  }
  mkdirSync(join(copy, 'node_modules/@textloom'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (['@textloom', 'n8n-nodes-textloom', 'textloom-zapier'].includes(name)) continue;
    symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name));
  }
  // npm installs some packages next to the workspace that needs them.
  for (const workspace of manifest.workspaces) {
    const packages = join(workspace, 'node_modules');
    if (!existsSync(join(root, packages)) || !existsSync(join(copy, workspace))) continue;
    symlinkSync(join(root, packages), join(copy, packages));
  }
  symlinkSync(join(copy, 'shared'), join(copy, 'node_modules/@textloom/shared'));
  symlinkSync(join(root, '.cache'), join(copy, '.cache'));
}

function changeContract(): void {
  for (const [file, replacements] of Object.entries(wireChanges)) {
    const path = join(copy, file);
    let source = readFileSync(path, 'utf8');
    for (const [from, to] of replacements) {
      expect(source).toContain(from);
      source = source.replaceAll(from, to);
    }
    writeFileSync(path, source);
  }
}

beforeAll(() => {
  copySources();
  changeContract();
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

it('the service uses the changed wire format, and no longer the old one', async () => {
  const service = await startServiceProcess({ source: copy });
  try {
    const json = { 'content-type': 'application/json' };
    const post = (path: string, headers: Record<string, string>, body: object) =>
      fetch(service.baseUrl + path, {
        method: 'POST',
        headers: { ...json, ...headers },
        body: JSON.stringify(body),
      });
    const key = { 'X-Api-Key': service.apiKey };
    const to = '+12025550123';
    const sent = await post('/texts', key, { to, body: 'Hi' });
    expect(sent.status).toBe(202);
    expect(await sent.json()).toMatchObject({ body: 'Hi', status: 'queued' });
    expect((await post('/messages', key, { to, body: 'Hi' })).status).toBe(404);
    expect(
      (await post('/texts', { authorization: `Bearer ${service.apiKey}` }, { to, body: 'Hi' }))
        .status,
    ).toBe(401);
    const old = await post('/texts', key, { to, text: 'Hi' });
    expect(await old.json()).toMatchObject({
      code: 'validation_failed',
      errors: [{ pointer: '/body' }, { pointer: '/text' }],
    });
  } finally {
    await service.stop();
  }
});

it('the n8n node and its trigger work with it', () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['scripts/demo.ts', '--once'],
    children,
  );
  expect({ status, said: status === 0 ? '' : stdout + stderr }).toEqual({ status: 0, said: '' });
  expect(stdout.match(/✓/g)).toHaveLength(6);
});

it('the packaged Zapier app works with it', () => {
  // The texts that users see follow the contract too, so the test regenerates the committed files.
  expect(spawnSync(process.execPath, ['scripts/generate.ts'], children)).toMatchObject({
    status: 0,
  });
  const jest = [
    '--no-warnings',
    'node_modules/jest/bin/jest.js',
    ...['--config', 'jest.e2e.config.mjs'],
    'test/e2e/package/zapier.test.ts',
  ];
  const { status, stdout, stderr } = spawnSync(process.execPath, jest, children);
  expect({ status, said: status === 0 ? '' : stdout + stderr }).toEqual({ status: 0, said: '' });
});
