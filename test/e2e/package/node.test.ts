import { execFile, execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createEventSchema, sampleOf } from '@textloom/shared/contract';
import { signWebhook } from '@textloom/shared/webhooks';
import packageJson from '../../../sdks/node/package.json' with { type: 'json' };
import { startServiceProcess, type ServiceProcess } from '../../../scripts/serviceProcess.ts';
import { databaseWithTables } from '../../service/harness/database.ts';
import { installPackage, installTools, nodeProgram, removePackage } from './nodePackage.ts';

const root = resolve(import.meta.dirname, '../../..');
const sdk = join(root, 'sdks/node');
const secret = `whsec_${randomBytes(32).toString('base64')}`;
const readme = await readFile(join(sdk, 'README.md'), 'utf8');
const blocksIn = (text: string, language: string): string[] =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'gm'))].map(
    ([, code]) => code!,
  );

let project: string;
let tools: string;
let service: ServiceProcess;
beforeAll(async () => {
  project = await installPackage('@types/node@20.19.43');
  tools = await installTools();
  service = await startServiceProcess({ database: await databaseWithTables() });
});
afterAll(async () => {
  await service.stop();
  await removePackage(project);
});

/** Runs a program of the project, and fails with its output. */
const run = async (program: string, args: readonly string[], environment = {}): Promise<string> => {
  const { stdout, stderr } = await promisify(execFile)(program, args, {
    cwd: project,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      TEXTLOOM_API_KEY: service.apiKey,
      TEXTLOOM_URL: service.baseUrl,
      TEXTLOOM_WEBHOOK_SECRET: secret,
      ...environment,
    },
  }).catch((failed: unknown) => {
    const { stdout: said, stderr: complained } = failed as { stdout: string; stderr: string };
    throw new Error(said + complained);
  });
  return stdout + stderr;
};
const write = (name: string, text: string) => writeFile(join(project, name), text);

describe('the package for Node.js', () => {
  const tarball = () => join(project, `artifacts/textloom-${packageJson.version}.tgz`);

  it('contains its code, its types, the examples and the documents', async () => {
    const files = execFileSync('tar', ['-tzf', tarball()], { encoding: 'utf8' }).trim().split('\n');
    const types = ['errors', 'index', 'options', 'paginate', 'sendMany', 'textloom'];
    const typeFiles = [...types, 'types.generated', 'verifyWebhook'].flatMap((name) => [
      `dist/${name}.d.cts`,
      `dist/${name}.d.ts`,
    ]);
    expect(files.map((file) => file.replace('package/', '')).sort()).toEqual(
      [
        ...['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json'],
        ...['dist/index.cjs', 'dist/index.js'],
        ...typeFiles,
        ...(await readdir(join(sdk, 'examples'))).map((file) => `examples/${file}`),
      ].sort(),
    );
  });

  it('has no fault that publint or "Are the types wrong?" finds', async () => {
    const publint = join(tools, 'node_modules/publint/src/cli.js');
    expect(await run(process.execPath, [publint, tarball(), '--strict'])).toContain('All good!');
    const attw = join(tools, 'node_modules/@arethetypeswrong/cli/dist/index.js');
    expect(await run(process.execPath, [attw, tarball()])).toContain('No problems found');
  });

  it('has the version that its code reports, and the license of the repository', async () => {
    const report = `import('textloom').then(({ version }) => console.log(version))`;
    const manifest = await readFile(join(sdk, 'package.json'), 'utf8');
    const { version } = JSON.parse(manifest) as { version: string };
    expect(await run(process.execPath, ['-e', report])).toBe(`${version}\n`);
    const license = (folder: string) => readFile(join(folder, 'LICENSE'), 'utf8');
    expect(await license(sdk)).toBe(await license(root));
  });
});

/** Passes a signed delivery to the code of the README. */
const printText = `
const { body, headers } = JSON.parse(process.env.DELIVERY);
console.log(textOf(Buffer.from(body), headers));
`;
function signedDelivery(): string {
  const event = sampleOf(createEventSchema('message.received'));
  const body = JSON.stringify({ ...event, data: { ...(event.data as object), text: 'Hello 👋' } });
  const timestamp = Math.floor(Date.now() / 1000);
  return JSON.stringify({
    body,
    headers: signWebhook({ id: event.id, timestamp, body }, [secret]),
  });
}

const versions = [20, 22, 24];
const onEach = async (file: string): Promise<string[]> =>
  Promise.all(
    versions.map(async (version) =>
      run(await nodeProgram(version), [file], { DELIVERY: signedDelivery() }),
    ),
  );
const eachPrints = (pattern: RegExp): unknown[] =>
  versions.map(() => expect.stringMatching(pattern));

describe('the code in the README runs on Node.js 20, 22 and 24', () => {
  it('as these versions', async () => {
    await write('version.cjs', 'console.log(process.version)');
    expect(await onEach('version.cjs')).toEqual(
      versions.map((version) => expect.stringMatching(`^v${version}\\.`)),
    );
  });

  it('as an ES module that sends, in at most ten lines', async () => {
    const [first] = blocksIn(readme, 'js');
    expect(first!.trim().split('\n').length).toBeLessThanOrEqual(10);
    await write('first.mjs', first!);
    expect(await onEach('first.mjs')).toEqual(eachPrints(/^msg_\w+\n$/));
  });

  it('as a CommonJS module that sends', async () => {
    const program = blocksIn(readme, 'js').find((code) => code.includes('require('));
    await write('first.cjs', program!);
    expect(await onEach('first.cjs')).toEqual(eachPrints(/^msg_\w+\n$/));
  });

  const [calls] = readme.split('## Webhooks') as [string];
  const sends = blocksIn(calls, 'js').filter((code) => !code.includes('require('));
  const [verifies] = blocksIn(readme, 'ts');
  const compilers = () => [
    join(tools, 'node_modules/typescript-5/bin/tsc'),
    join(root, 'node_modules/typescript/bin/tsc'),
  ];
  it.each(['node16', 'nodenext', 'bundler'])(
    'as strict TypeScript that sends and verifies, with the module resolution %s',
    async (moduleResolution) => {
      const out = `out/${moduleResolution}`;
      await mkdir(join(project, 'src'), { recursive: true });
      await write('src/sends.mts', sends.join('\n'));
      await write('src/verifies.mts', verifies!);
      await write('src/verifies.cts', verifies!);
      // A bundler reads only ES modules.
      const isBundler = moduleResolution === 'bundler';
      const options = [
        ...['--moduleResolution', moduleResolution],
        ...['--module', isBundler ? 'esnext' : moduleResolution],
        ...['--target', 'es2022', '--lib', 'es2022', '--types', 'node', '--outDir', out],
        ...['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess'],
        ...['--skipLibCheck', 'false', 'src/sends.mts', 'src/verifies.mts'],
        ...(isBundler ? [] : ['src/verifies.cts']),
      ];
      for (const compiler of compilers())
        expect(await run(process.execPath, [compiler, ...options])).toBe('');

      expect(await onEach(`${out}/sends.mjs`)).toEqual(eachPrints(/^msg_\w+\n/));
      const [esm, cjs] = [`./${out}/verifies.mjs`, `./${out}/verifies.cjs`];
      await write('runs.mjs', `import { textOf } from '${esm}';${printText}`);
      expect(await onEach('runs.mjs')).toEqual(eachPrints(/^Hello 👋\n$/));
      if (isBundler) return;
      await write('runs.cjs', `const { textOf } = require('${cjs}');${printText}`);
      expect(await onEach('runs.cjs')).toEqual(eachPrints(/^Hello 👋\n$/));
    },
  );
});

describe('the examples of the client for Node.js', () => {
  beforeAll(() => cp(join(sdk, 'examples'), join(project, 'examples'), { recursive: true }));

  it('send.cjs sends a message, and explains a refusal', async () => {
    const send = (to: string) => run(process.execPath, ['examples/send.cjs', to, 'Hello']);
    expect(await send('+12025550161')).toMatch(/^msg_\w+ queued\n$/);
    await expect(send('Jane')).rejects.toThrow(/^\/to: must .*\(validation_failed, req_\w+\)\n\S/);
  });

  it('announce.mjs texts every contact of a list once, however often it runs', async () => {
    const { id: list } = await service.client.list.create({ name: 'Announcements' });
    for (const phone of ['+12025550162', '+12025550163']) {
      const { id } = await service.client.contact.upsert({ phone });
      await service.client.list.addContact({ id: list, contact_id: id });
    }
    const announce = () => run(process.execPath, ['examples/announce.mjs', list, 'We open at 9']);
    expect(await announce()).toMatch(/^(con_\w+ queued\n){2}$/);
    expect(await announce()).toMatch(/^(con_\w+ queued\n){2}$/);
    const { data } = await service.client.message.list({ list_id: list });
    expect(data).toHaveLength(2);
    for (const given of [[], [list]])
      await expect(run(process.execPath, ['examples/announce.mjs', ...given])).rejects.toThrow(
        /^Give the ID of a list and a text:/,
      );
  });

  it('follow.mts follows a message until it is delivered', async () => {
    const followed = await run(process.execPath, ['examples/follow.mts', '+12025550164', 'Hello']);
    expect(followed).toMatch(/^queued\n[^]*delivered\n$/);
  });
});
