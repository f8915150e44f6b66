import { fork } from 'node:child_process';
import { join } from 'node:path';
import { readMessage } from '../readMessage.ts';
import type { Load, LoadResult } from './drive.ts';

/** Drives the load from a separate process. */
export async function runDriver(load: Load): Promise<LoadResult> {
  const child = fork(join(import.meta.dirname, 'drive.ts'), { execPath: process.execPath });
  child.send(load);
  return (await readMessage(child)) as LoadResult;
}
