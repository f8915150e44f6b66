import base, { slow } from './jest.config.mjs';

// These tests fill disks and break them, so their files stay on a disk.
const { globalSetup: _, ...config } = base;

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
