import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const memory = '/dev/shm';
const minFreeBytes = 6_000_000_000;

/**
 * Puts the temporary files of the tests in memory if there is enough. The tests create more than a
 * hundred databases of 40 MB and a thousand files each, and a disk falls behind.
 */
export default function useMemoryFolder(): void {
  if (process.env.TMPDIR || !hasSpace()) return;
  const folder = mkdtempSync(join(memory, 'textloom-tests-'));
  // Some tests run programs as another user.
  chmodSync(folder, 0o755);
  process.env.TMPDIR = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  // Without a listener, these signals end the process without the event above.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
}

function hasSpace(): boolean {
  if (!existsSync(memory)) return false;
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize >= minFreeBytes;
}
