import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { operations } from '@textloom/shared/contract';
import { startServiceProcess, type ServiceProcess } from '../../../scripts/serviceProcess.ts';
import { installPackage, removePackage } from '../package/nodePackage.ts';
import { databaseWithTables } from '../../service/harness/database.ts';

const root = resolve(import.meta.dirname, '../../..');
const run = promisify(execFile);

/** Returns the output of a program, even if it fails. */
const readOutput = async (program: string, args: readonly string[]): Promise<string> => {
  const { stdout, stderr } = await run(program, args).catch(
    (error: unknown) => error as { readonly stdout: string; readonly stderr: string },
  );
  return stdout + stderr;
};

/** Checks the types of all samples with the client that users install. */
async function checkNode(folder: string, files: readonly string[]): Promise<string> {
  const compilerOptions = {
    ...{ strict: true, noEmit: true, allowJs: true, checkJs: true, skipLibCheck: true },
    ...{ target: 'es2024', module: 'nodenext', types: ['node'] },
    typeRoots: [join(root, 'node_modules/@types')],
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const output = await readOutput(process.execPath, [compiler, '--project', folder]);
  // The samples read the key from the environment, where TypeScript expects that it can be missing.
  return output.replace(
    /^.*Type 'string \| undefined' is not assignable to type 'string'.*\n/gm,
    '',
  );
}

const checkPython = (folder: string, files: readonly string[]) =>
  readOutput('python3', ['-m', 'py_compile', ...files.map((file) => join(folder, file))]);

const checkPhp = async (folder: string, files: readonly string[]) => {
  const outputs = [];
  for (const file of files) outputs.push(await readOutput('php', ['-l', join(folder, file)]));
  return outputs.join('').replace(/^No syntax errors detected in .*\n/gm, '');
};

const languages = [
  { language: 'node', extension: 'mjs', program: process.execPath, check: checkNode },
  { language: 'python', extension: 'py', program: 'python3', check: checkPython },
  { language: 'php', extension: 'php', program: 'php', check: checkPhp },
] as const;

describe('the samples in the reference', () => {
  let service: ServiceProcess;
  let page: string;
  let folder: string;
  let project: string;
  beforeAll(async () => {
    service = await startServiceProcess({ database: await databaseWithTables() });
    page = await (await fetch(`${service.url}/docs/reference`)).text();
    project = await installPackage();
    folder = await mkdtemp(join(tmpdir(), 'samples-'));
    // The samples load the client for PHP like any other package.
    await mkdir(join(folder, 'vendor'));
    await writeFile(
      join(folder, 'vendor/autoload.php'),
      `<?php require ${JSON.stringify(join(root, 'sdks/php/tests/autoload.php'))};\n`,
    );
  });
  afterAll(async () => {
    await service.stop();
    await removePackage(project);
    await rm(folder, { recursive: true, force: true });
  });

  const unescape = (text: string) =>
    text
      .replace(/&lt;/g, '<')
      .replace(/&gt;/g, '>')
      .replace(/&quot;/g, '"')
      .replace(/&#39;/g, "'")
      .replace(/&amp;/g, '&');
  /** Returns the samples in a language by operation. */
  const samplesIn = (language: string) =>
    new Map(
      page
        .split(/<h3 id="(?=[a-z]+\.)/)
        .slice(1)
        .flatMap((part) => {
          const [, code] = new RegExp(`<code class="${language}">([^<]*)</code>`).exec(part) ?? [];
          return code === undefined ? [] : [[part.split('"')[0]!, unescape(code)] as const];
        }),
    );
  const toFileName = (id: string, extension: string) => `${id.replace('.', '_')}.${extension}`;

  describe.each(languages)('for $language', ({ language, extension, program, check }) => {
    it('call every operation, and are valid', async () => {
      const samples = samplesIn(language);
      expect([...samples.keys()].sort()).toEqual(
        operations.map(({ resource, name }) => `${resource}.${name}`).sort(),
      );
      const place = language === 'node' ? project : folder;
      for (const [id, code] of samples)
        await writeFile(join(place, toFileName(id, extension)), code);
      const wrong = `wrong.${extension}`;
      const sending = samples.get('message.send')!;
      await writeFile(join(place, wrong), sending.replace(/text(:|=)/, 'txt $1 $1'));
      const files = [...samples.keys()].map((id) => toFileName(id, extension));
      expect(await check(place, files)).toBe('');
      expect(await check(place, [wrong])).toContain(wrong);
    });

    it.each(['message.send', 'message.sendBatch', 'contact.upsert', 'list.create', 'report.get'])(
      '%s works unchanged',
      async (id) => {
        const place = language === 'node' ? project : folder;
        const file = join(place, toFileName(id, extension));
        await writeFile(file, samplesIn(language).get(id)!);
        const { stdout, stderr } = await run(program, [file], {
          cwd: place,
          env: {
            PATH: process.env.PATH,
            HOME: process.env.HOME,
            PYTHONPATH: join(root, 'sdks/python'),
            PYTHONDONTWRITEBYTECODE: '1',
            TEXTLOOM_API_KEY: service.apiKey,
          },
        });
        expect(stderr).toBe('');
        expect(stdout).toMatch(/\bid\b|results|totals/);
      },
    );
  });
});
