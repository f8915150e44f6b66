import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Bundle } from 'zapier-platform-core';

/** Holds the result of the app. With `CALLBACK`, the run waits for a call. */
export interface ZapierAnswer {
  readonly results: unknown;
  readonly status?: 'SUCCESS' | 'CALLBACK';
}

type Answer = {
  id: number;
  answer?: ZapierAnswer;
  error?: { name: string; message: string };
};

/** Holds the values that Zapier sends to the app in addition to the bundle. */
interface ZapierEvent {
  readonly command?: 'execute' | 'definition' | 'validate';
  readonly method?: string;
  readonly bundle?: Partial<Bundle>;
  readonly [setting: string]: unknown;
}

export interface ZapierRuntime {
  /** Resolves with the result of the app, or rejects with the name and the message of its error. */
  readonly answer: (event: ZapierEvent) => Promise<ZapierAnswer>;
  /** Ends the process, which then writes its coverage of the app. */
  readonly stop: () => Promise<void>;
}

/**
 * Starts the unzipped app with its own wrapper in a clean process. V8 writes its coverage into the
 * second folder.
 */
export async function startZapierRuntime(folder: string, coverage: string): Promise<ZapierRuntime> {
  const child = fork(join(import.meta.dirname, 'zapierRuntime.mjs'), [], {
    cwd: folder,
    env: { PATH: process.env.PATH, NODE_V8_COVERAGE: coverage },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  child.setMaxListeners(0);
  const waiting = new Map<number, (answer: Answer) => void>();
  child.on('message', (answer: Answer) => waiting.get(answer.id)?.(answer));
  const next = (id: number) =>
    new Promise<Answer>((resolve, reject) => {
      waiting.set(id, resolve);
      child.once('exit', (code) => {
        reject(new Error(`The app's process ended with ${code}`));
      });
    });
  await next(0);
  let count = 0;
  return {
    answer: async (event) => {
      const id = ++count;
      child.send({ id, event });
      const { answer, error } = await next(id);
      if (error) throw Object.assign(new Error(error.message), { name: error.name });
      return answer!;
    },
    stop: async () => {
      if (child.exitCode !== null || !child.connected) return;
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}
