import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** Starts the server that stores nothing, to measure what the machine allows. */
export async function startFloor(): Promise<{ readonly url: string; readonly stop: () => void }> {
  const child = fork(join(import.meta.dirname, 'floorServer.ts'), { execPath: process.execPath });
  const [url] = (await once(child, 'message')) as [string];
  return { url, stop: () => child.disconnect() };
}
