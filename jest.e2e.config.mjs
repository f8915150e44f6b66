import { execFileSync } from 'node:child_process';
import config, { slow } from './jest.config.mjs';

/** Starts Node.js three times, and returns the milliseconds of the fastest start: usually about 50. */
function measureStart() {
  const times = [1, 2, 3].map(() => {
    const began = performance.now();
    execFileSync(process.execPath, ['-e', '0']);
    return performance.now() - began;
  });
  return Math.min(...times);
}

/** Tests of whole processes, packed connectors, PostgreSQL, real browsers and a real n8n. */
export default {
  ...config,
  roots: ['<rootDir>/test/e2e'],
  testPathIgnorePatterns: ['/node_modules/', ...slow],
  // Each worker starts n8n, a browser or services, and waits for them most of the time. On a slow
  // machine, they would wait for each other so long that n8n and browsers reach their own limits.
  maxWorkers: measureStart() > 120 ? 3 : 6,
  workerThreads: false,
  testTimeout: 900_000,
};
