import { statSync } from 'node:fs';

interface TestFile {
  readonly path: string;
}

/**
 * The files that take longest, first. Each run lists its slowest files at the end. A file that
 * starts last and takes a minute makes the whole run a minute longer.
 */
const slowest: readonly RegExp[] = [
  /e2e\/(?:n8n|serviceMessages|statusMachine|package\/zapier\.test)/,
  /e2e\/(?:process|service|database|folder)/,
  /\/pglite\//,
  /service\/smppCarrier/,
  /service\/(?:deliver|statusMachine)/,
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
