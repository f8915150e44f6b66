import { spawn } from 'node:child_process';
import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { collect } from '../programs/child.ts';
import { ownEnvironment } from '../programs/ownEnvironment.ts';
import { installOpenApiTools } from './installTools.ts';

export type Generator = 'heyApi' | 'openapiFetch' | 'orval';

interface Project {
  /** An empty folder for the generated clients. */
  readonly folder: string;
  /** The file with the OpenAPI document. */
  readonly document: string;
  /** The base URL of the API. */
  readonly baseUrl: string;
}

/**
 * Generates clients from an OpenAPI document with generators that other people wrote, each in a
 * file or folder with the name of the generator. Returns their output.
 */
export async function generateClients({
  folder,
  document,
  baseUrl,
}: Project): Promise<Record<Generator, string>> {
  const tools = join(await installOpenApiTools(), 'node_modules');
  await symlink(tools, join(folder, 'node_modules'));
  const orvalConfig = { input: document, output: { target: 'orval.ts', client: 'fetch', baseUrl } };
  await writeFile(
    join(folder, 'orval.config.mjs'),
    `export default ${JSON.stringify({ textloom: orvalConfig })};`,
  );
  const run = (program: string, ...args: readonly string[]) =>
    runProgram(folder, join(tools, program), args);
  return {
    heyApi: await run(
      '@hey-api/openapi-ts/bin/run.js',
      ...['--input', document, '--output', 'heyApi', '--no-log-file'],
    ),
    openapiFetch: await run(
      'openapi-typescript/bin/cli.js',
      ...[document, '--output', 'openapiFetch.d.ts'],
    ),
    orval: await run('orval/dist/bin/orval.mjs', '--config', 'orval.config.mjs'),
  };
}

/** Checks the types of a program that uses the generated clients. Returns the errors. */
export async function checkTypes(folder: string, files: readonly string[]): Promise<string> {
  const options = {
    ...{ strict: true, noEmit: true, allowImportingTsExtensions: true, types: ['node'] },
    ...{ target: 'es2024', module: 'esnext', moduleResolution: 'bundler' },
    lib: ['es2024', 'dom', 'dom.iterable'],
    typeRoots: [join(import.meta.dirname, '../../node_modules/@types')],
  };
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: options, files }),
  );
  const compiler = join(folder, 'node_modules/typescript/bin/tsc');
  return runProgram(folder, compiler, ['--project', '.'], false);
}

async function runProgram(
  folder: string,
  program: string,
  args: readonly string[],
  mustSucceed = true,
): Promise<string> {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: folder,
    env: { ...ownEnvironment(), NO_COLOR: '1', DO_NOT_TRACK: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { code, output } = await collect(child);
  if (mustSucceed && code !== 0) throw new Error(`${program} failed:\n${output}`);
  return stripVTControlCharacters(output);
}
