import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import packageJson from '../../../connectors/zapier/package.json' with { type: 'json' };
import { startServer, type LocalServer } from '../../../scripts/programs/startServer.ts';
import { readZip } from './unzip.ts';

const root = resolve(import.meta.dirname, '../../..');
const appId = 7;

interface Asked {
  readonly request: string;
  readonly key: string | string[] | undefined;
  readonly body: Record<string, string>;
}
let asked: Asked[] = [];
let server: LocalServer;
let folder: string;

/** Replaces Zapier as far as its program uses it: it returns the app and accepts uploads. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'textloom-publish-test-'));
  server = await startServer(async (request, response) => {
    const body = JSON.parse((await text(request)) || '{}') as Record<string, string>;
    asked.push({
      request: `${request.method} ${request.url!.replace('/api/platform/cli', '')}`,
      key: request.headers['x-deploy-key'],
      body,
    });
    const any = 'Textloom';
    const app = { id: appId, status: 'private', title: any, description: any };
    response.end(JSON.stringify({ ...app, app_category: any, intention: any, role: any }));
  });
});
beforeEach(() => {
  asked = [];
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

const deployKey = 'd'.repeat(32);
async function publish(
  args: string[],
  { id, key, url = server.url }: { id?: number; key?: string; url?: string } = {},
) {
  const appFile = join(folder, '.zapierapprc');
  await writeFile(appFile, JSON.stringify({ id }));
  const run = promisify(execFile)(process.execPath, ['scripts/zapier/publish.ts', ...args], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      ZAPIER_BASE_ENDPOINT: url,
      ZAPIER_CURRENT_APP_FILE: appFile,
      ...(key && { ZAPIER_DEPLOY_KEY: key }),
    },
  });
  try {
    return { code: 0, said: (await run).stdout };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, said: stdout + stderr };
  }
}

describe('publishing the Zapier app', () => {
  it.each<[string, RegExp, ...string[]]>([
    ['register', /zapier-platform register Textloom --desc "Textloom is a .*" --url https:/],
    ['push', /a newly packed zip[^]*zapier-platform upload/],
    [
      'promote',
      new RegExp(`zapier-platform promote ${packageJson.version.replaceAll('.', '\\.')}`),
    ],
    ['migrate', /zapier-platform migrate 0\.1\.0 0\.2\.0 10$/m, '0.1.0', '0.2.0', '10'],
    ['migrate', /zapier-platform migrate 0\.1\.0 0\.2\.0$/m, '0.1.0', '0.2.0'],
  ])('prints what it would %s and sends no request', async (command, words, ...operands) => {
    const args = [command, ...operands, '--dry-run'];
    const { code, said } = await publish(args, { id: appId, key: deployKey });
    expect(said).toMatch(words);
    expect(code).toBe(0);
    expect(asked).toEqual([]);
    expect(said).not.toContain(deployKey);
  });

  it.each(['push', 'promote', 'migrate 0.1.0 0.2.0'])(
    'reports what is missing before it can %s',
    async (command) => {
      for (const dryRun of [['--dry-run'], []]) {
        const { code, said } = await publish([...command.split(' '), ...dryRun]);
        expect(code).toBe(1);
        expect(said).toContain('Set ZAPIER_DEPLOY_KEY');
        expect(said).toContain('npm run zapier:register');
      }
      expect(asked).toEqual([]);
    },
  );

  it.each([
    '',
    '0.1.0',
    '0.1.0 0.1.0',
    '0.1.0 next',
    '0.1.0 0.2.0 0',
    '0.1.0 0.2.0 101',
    '0.1.0 0.2.0 10%',
  ])('moves no Zaps with the arguments "%s"', async (operands) => {
    const args = ['migrate', ...operands.split(' ').filter(Boolean)];
    const { code, said } = await publish(args, { id: appId, key: deployKey });
    expect(code).toBe(1);
    expect(said).toContain('npm run zapier:migrate -- 0.1.0 0.2.0 10');
    expect(asked).toEqual([]);
  });

  it('moves a part of the Zaps to another version', async () => {
    const args = ['migrate', '0.1.0', '0.2.0', '10', '--yes'];
    const { code } = await publish(args, { id: appId, key: deployKey });
    expect(code).toBe(0);
    expect(asked.find(({ request }) => request === `POST /apps/${appId}/migrations`)?.body).toEqual(
      {
        job: expect.objectContaining({
          name: 'migrate',
          from_version: '0.1.0',
          to_version: '0.2.0',
          percent_human: 10,
        }),
      },
    );
  });

  it('lists the existing commands', async () => {
    expect(await publish(['publish'])).toEqual({
      code: 1,
      said: 'Specify one of: register, push, promote, migrate.\n',
    });
  });

  it('pushes the given zip, with the sources', async () => {
    const zip = join(folder, 'given.zip');
    const golden = ['archive', '--format=zip', `--output=${zip}`, 'HEAD:test/zapier/golden'];
    await promisify(execFile)('git', golden, { cwd: root });
    const { code, said } = await publish(['push', '--zip', zip], { id: appId, key: deployKey });
    expect(said).toContain('Upload complete');
    expect(code).toBe(0);
    const { key, body } = asked.find(
      ({ request }) => request === `PUT /apps/${appId}/versions/${packageJson.version}`,
    )!;
    expect(key).toBe(deployKey);
    expect(body.zip_file).toBe((await readFile(zip)).toString('base64'));
    const source = join(folder, 'source.zip');
    await writeFile(source, Buffer.from(body.source_zip_file!, 'base64'));
    const names = (await readZip(source)).map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['connectors/zapier/src/index.ts', 'shared/contract/index.ts']),
    );
  });

  it('promotes its version with the text of the changelog', async () => {
    const changelog = await readFile(join(root, 'connectors/zapier/CHANGELOG.md'), 'utf8');
    const { code } = await publish(['promote', '--yes'], { id: appId, key: deployKey });
    expect(code).toBe(0);
    expect(asked.find(({ request }) => request === `POST /apps/${appId}/migrations`)?.body).toEqual(
      {
        job: expect.objectContaining({
          to_version: packageJson.version,
          changelog: changelog.split(`## ${packageJson.version}\n\n`)[1]!.split('\n## ')[0]!.trim(),
        }),
      },
    );
  });

  it('fails when Zapier refuses', async () => {
    const { url, stop } = await startServer((request, response) => {
      request.resume();
      response.writeHead(401).end('{"errors":["no"]}');
    });
    const access = { id: appId, key: deployKey, url };
    const { code, said } = await publish(['promote', '--yes'], access).finally(stop);
    expect(code).toBe(1);
    expect(said).toContain('credentials are present, but invalid');
  });
});
