import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownEnvironment } from '../programs/ownEnvironment.ts';
import { installRecipe } from '../programs/recipe.ts';

export interface Finding {
  readonly linter: 'spectral' | 'redocly';
  readonly rule: string;
  /** The location in the document. */
  readonly at: string;
  readonly message: string;
}

const root = join(import.meta.dirname, '../..');
const from = join(import.meta.dirname, 'linter');

/** Lints an OpenAPI document with Spectral and Redocly. Returns errors and warnings. */
export async function lintOpenApi(document: object): Promise<Finding[]> {
  const linter = await installRecipe({
    title: 'the OpenAPI linter',
    from,
    to: join(root, '.cache/openapi-linter'),
    takes: 'about 10 seconds and 90 MB',
  });
  const folder = await mkdtemp(join(tmpdir(), 'openapi-lint-'));
  const file = join(folder, 'openapi.json');
  try {
    await writeFile(file, JSON.stringify(document, null, 2));
    return (await Promise.all([spectral(linter, file), redocly(linter, file)])).flat();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface SpectralProblem {
  readonly code: string;
  readonly path: readonly (string | number)[];
  readonly message: string;
}

async function spectral(linter: string, file: string): Promise<Finding[]> {
  const program = join(linter, 'node_modules/@stoplight/spectral-cli/dist/index.js');
  const ruleset = join(from, 'spectral.yaml');
  const json = ['--format', 'json', '--quiet'];
  const report = await run([program, 'lint', file, '--ruleset', ruleset, ...json]);
  return (report as SpectralProblem[]).map(({ code, path, message }) => ({
    linter: 'spectral',
    rule: code,
    at: path.join(' '),
    message,
  }));
}

interface RedoclyReport {
  readonly problems: readonly {
    readonly ruleId: string;
    readonly message: string;
    readonly location: readonly { readonly pointer?: string }[];
  }[];
}

async function redocly(linter: string, file: string): Promise<Finding[]> {
  const program = join(linter, 'node_modules/@redocly/cli/bin/cli.js');
  const config = join(from, 'redocly.yaml');
  const json = ['--format', 'json', '--max-problems', '1000'];
  const report = await run([program, 'lint', file, '--config', config, ...json]);
  return (report as RedoclyReport).problems.map(({ ruleId, message, location }) => ({
    linter: 'redocly',
    rule: ruleId,
    at: location[0]?.pointer ?? '',
    message,
  }));
}

const environment = {
  FORCE_COLOR: '0',
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
};

/** Returns the report that a linter prints. The exit code only shows whether it is empty. */
const run = (args: string[]): Promise<unknown> =>
  new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      args,
      { env: { ...ownEnvironment(), ...environment }, maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) => {
        try {
          resolve(JSON.parse(stdout));
        } catch {
          reject(new Error(`The linter failed: ${stderr || stdout}`, { cause: error }));
        }
      },
    );
  });
