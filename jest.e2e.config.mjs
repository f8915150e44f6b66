import config, { slow } from './jest.config.mjs';

/** What needs a real n8n, a real browser or PostgreSQL. */
export default {
  ...config,
  roots: ['<rootDir>/test/e2e'],
  testPathIgnorePatterns: ['/node_modules/', ...slow],
  // Hosts and browsers start side by side.
  maxWorkers: 3,
  testTimeout: 600_000,
};
