// What takes minutes by itself runs where there is time for it: SLOW=1.
export const slow = process.env.SLOW ? [] : ['\\.slow\\.'];

/** @type {import('jest').Config} */
export default {
  testEnvironment: 'node',
  roots: ['<rootDir>/test'],
  testMatch: ['**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', '/test/e2e/', '/test/chaos/', ...slow],
  modulePathIgnorePatterns: ['<rootDir>/.cache/', '<rootDir>/artifacts/', '/dist/'],
  // n8n-core loads the CommonJS copy; with another one its errors would not be instances of ours.
  moduleNameMapper: { '^n8n-workflow$': '<rootDir>/node_modules/n8n-workflow/dist/cjs/index.js' },
  setupFiles: ['<rootDir>/test/ownHttp.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        swcrc: false,
        jsc: {
          parser: { syntax: 'typescript' },
          target: 'es2024',
          experimental: { keepImportAttributes: true },
        },
        module: { type: 'es6' },
        sourceMaps: 'inline',
      },
    ],
  },
  transformIgnorePatterns: ['/node_modules/'],
  // The suites of the service wait more than they work.
  maxWorkers: 3,
  testTimeout: 240_000,
};
