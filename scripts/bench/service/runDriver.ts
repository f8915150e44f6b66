import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Load, LoadResult } from './drive.ts';

/** Drives the load from a separate process. */
export async function runDriver(load: Load): Promise<LoadResult> {
  const child = fork(join(import.meta.dirname, 'drive.ts'), { execPath: process.execPath });
  child.send(load);
  const [results] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => {
      throw new Error('The process that drives the load ended');
    }),
  ])) as [LoadResult];
  return results;
}
