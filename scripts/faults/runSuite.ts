import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

interface Suite {
  /** The path of a test file from the root of the repository. */
  readonly suite: string;
  readonly only?: string | undefined;
}

/**
 * The outcome is green if tests ran and all passed, red if a test failed, empty if no test matches,
 * broken if the file does not load, and hung if the run exceeds the limit without a failed test.
 */
export type Outcome = 'green' | 'red' | 'empty' | 'broken' | 'hung';

interface JestResult {
  readonly numFailedTests: number;
  readonly numPassedTests: number;
  readonly numRuntimeErrorTestSuites: number;
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

export interface SuiteRun {
  readonly outcome: Outcome;
  /** The full names of the tests that passed. */
  readonly passed: readonly string[];
  readonly output: string;
}

/** Runs a test file in a copy of the repository until the first test fails. */
export async function runSuite(
  copy: string,
  { suite, only }: Suite,
  limitMs: number,
): Promise<SuiteRun> {
  // Deleting this folder removes the leftovers of unfinished tests.
  const temporary = await mkdtemp(join(tmpdir(), 'textloom-fault-'));
  const resultFile = join(copy, '.cache/result.json');
  await rm(resultFile, { force: true });
  const child = spawn(
    join(copy, 'node_modules/.bin/node'),
    [
      ...['--no-warnings', 'node_modules/jest/bin/jest.js'],
      ...(suite.startsWith('test/e2e/') ? ['--config', 'jest.e2e.config.mjs'] : []),
      ...['--env', './scripts/faults/stopAtFailure.mjs'],
      ...(only === undefined ? [] : ['-t', only]),
      ...['--maxWorkers', '1', '--forceExit', '--json', '--outputFile', resultFile],
      ...['--runTestsByPath', suite],
    ],
    {
      cwd: copy,
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, TMPDIR: temporary, ...(suite.includes('.slow.') && { SLOW: '1' }) },
    },
  );
  const stop = () => {
    try {
      process.kill(-child.pid!, 'SIGKILL');
    } catch {
      // The process has already ended.
    }
  };
  process.once('exit', stop);
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-20_000)));
  const limit = new AbortController();
  const hung = await Promise.race([
    once(child, 'close').then(() => false),
    sleep(limitMs, true, { signal: limit.signal }),
  ]);
  limit.abort();
  stop();
  process.off('exit', stop);
  const result = await readFile(resultFile, 'utf8').then(
    (text) => JSON.parse(text) as JestResult,
    () => undefined,
  );
  await rm(temporary, { recursive: true, force: true, maxRetries: 3 });
  const tests = result?.testResults.flatMap(({ assertionResults }) => assertionResults) ?? [];
  const passed = tests.filter(({ status }) => status === 'passed').map(({ fullName }) => fullName);
  return { outcome: toOutcome(result, hung), passed, output };
}

function toOutcome(result: JestResult | undefined, hung: boolean): Outcome {
  if (!result) return hung ? 'hung' : 'broken';
  if (result.numFailedTests > 0) return 'red';
  if (result.numRuntimeErrorTestSuites > 0) return 'broken';
  return result.numPassedTests > 0 ? 'green' : 'empty';
}
