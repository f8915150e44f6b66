import config, { slow } from './jest.config.mjs';

/** What breaks the machines around the service. It needs root, and the processor for itself. */
export default {
  ...config,
  roots: ['<rootDir>/test/chaos'],
  testPathIgnorePatterns: ['/node_modules/', ...slow],
  maxWorkers: 1,
  testTimeout: 900_000,
  // Connections that a scenario has frozen must not keep the run from ending.
  forceExit: true,
};
