// Tests that take minutes run only with SLOW=1.
export const slow = process.env.SLOW ? [] : ['\\.slow\\.'];

/** @type {import('jest').Config} */
export default {
  roots: ['<rootDir>/test'],
  testMatch: ['**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', '/test/e2e/', '/test/chaos/', ...slow],
  modulePathIgnorePatterns: ['<rootDir>/.cache/', '<rootDir>/artifacts/', '/dist/'],
  // Node.js loads the modules and strips their types: see test/runner.
  runtime: '<rootDir>/test/runner/runtime.ts',
  testEnvironment: '<rootDir>/test/runner/environment.ts',
  transform: {},
  extensionsToTreatAsEsm: ['.ts'],
  testSequencer: '<rootDir>/test/runner/sequencer.ts',
  reporters: ['default', '<rootDir>/test/runner/heaviest.ts'],
  globalSetup: '<rootDir>/test/runner/memoryFolder.ts',
  setupFiles: ['<rootDir>/test/ownHttp.ts'],
  // The suites of the service often wait, but each thread loads and compiles all code again.
  maxWorkers: 7,
  // All threads share the compiled program of the embedded database. Processes would each compile it.
  workerThreads: true,
  testTimeout: 240_000,
};
