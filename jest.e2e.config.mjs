import config, { slow } from './jest.config.mjs';

/** Tests of whole processes, packed connectors, PostgreSQL, real browsers and a real n8n. */
export default {
  ...config,
  roots: ['<rootDir>/test/e2e'],
  testPathIgnorePatterns: ['/node_modules/', ...slow],
  // Each worker starts n8n, a browser or services, and waits for them most of the time.
  maxWorkers: 6,
  workerThreads: false,
  testTimeout: 600_000,
};
