import { relative } from 'node:path';

interface TestFile {
  readonly testFilePath: string;
  readonly perfStats: { readonly runtime: number };
}
interface Run {
  readonly numTotalTestSuites: number;
  readonly testResults: readonly TestFile[];
}

const listed = 10;
const say = (text: string) => process.stderr.write(`${text}\n`);

/** Reports which test files a long run executes, and which files take longest. */
export default class Heaviest {
  readonly #rootDir: string;
  readonly #maxWorkers: number;

  constructor({ rootDir, maxWorkers }: { readonly rootDir: string; readonly maxWorkers: number }) {
    this.#rootDir = rootDir;
    this.#maxWorkers = maxWorkers;
  }

  onRunStart({ numTotalTestSuites }: Run): void {
    if (numTotalTestSuites <= listed) return;
    say(
      `Running ${numTotalTestSuites} test files, ${this.#maxWorkers} at a time. ` +
        'Each line reports one file. Failures are repeated at the end.\n',
    );
  }

  onRunComplete(_contexts: unknown, { numTotalTestSuites, testResults }: Run): void {
    if (numTotalTestSuites <= listed) return;
    const slowest = testResults
      .map(({ testFilePath, perfStats }) => ({ testFilePath, ms: perfStats.runtime }))
      .sort((a, b) => b.ms - a.ms)
      .slice(0, listed);
    say('\nThe slowest test files:');
    for (const { testFilePath, ms } of slowest)
      say(`${(ms / 1000).toFixed(1).padStart(7)} s  ${relative(this.#rootDir, testFilePath)}`);
  }
}
