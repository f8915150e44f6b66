import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Returns the first message of a process, and throws if the process ends before it. */
export async function readMessage(child: ChildProcess): Promise<unknown> {
  const [message] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => {
      throw new Error('The process ended before it responded');
    }),
  ])) as [unknown];
  return message;
}
