import { statSync } from 'node:fs';

interface TestFile {
  readonly path: string;
}

/**
 * The files that take longest, first. Each run lists its slowest files at the end. A file that
 * starts last and takes a minute makes the whole run a minute longer.
 */
const slowest: readonly RegExp[] = [
  /e2e\/package\/zapier\.test/,
  /e2e\/n8n/,
  /e2e\/process\.pglite/,
  /\/pglite\//,
  /service\/smppCarrier/,
  /\.postgres\./,
  /e2e\//,
  /service\/(?:deliver|fairDelivery|statusMachine\.pglite|migrations\.pglite)/,
];

const rankOf = (path: string) => {
  const rank = slowest.findIndex((pattern) => pattern.test(path));
  return rank < 0 ? slowest.length : rank;
};

/** Starts the slowest test files first, and then the largest. */
export default class SlowestFirst {
  sort(tests: readonly TestFile[]): TestFile[] {
    const sized = tests.map((test) => ({
      test,
      rank: rankOf(test.path),
      size: statSync(test.path).size,
    }));
    return sized.sort((a, b) => a.rank - b.rank || b.size - a.size).map(({ test }) => test);
  }

  // Jest calls these, too.
  allFailedTests(tests: readonly TestFile[]): readonly TestFile[] {
    return tests;
  }
  cacheResults(): void {}
}
