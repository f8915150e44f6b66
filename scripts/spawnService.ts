import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A process of the service that may still start. */
interface Spawned {
  readonly child: ChildProcess;
  /** Returns everything that the process has printed. */
  readonly output: () => string;
  /** Resolves with the URL of the service, such as `http://127.0.0.1:4010`, once it runs. */
  readonly waitForUrl: () => Promise<string>;
  /** Resolves with the exit code when the process ends, or with null after a signal. */
  readonly ended: Promise<number | null>;
  /** Sends a signal to the process, and resolves like `ended`. */
  readonly end: (signal: NodeJS.Signals) => Promise<number | null>;
}

const root = join(import.meta.dirname, '..');
const startLimitMs = 180_000;

/** Starts `service/bin/server.ts` of a checkout on a free port. */
export function spawnService(
  environment: Readonly<Record<string, string | undefined>>,
  source = root,
): Spawned {
  const child = spawn(process.execPath, [join(source, 'service/bin/server.ts')], {
    env: { PATH: process.env.PATH, PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((done) => child.once('exit', done));
  const chunks: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => chunks.push(chunk));
  const output = () => chunks.join('');
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  return {
    child,
    output,
    waitForUrl: async () => {
      const deadline = Date.now() + startLimitMs;
      for (;;) {
        // It may have started and ended since the last look.
        const isOver = hasEnded() || Date.now() > deadline;
        const url = /running: (http:\/\/[^\s/]+)\/v\d/.exec(output())?.[1];
        if (url) return url;
        if (isOver) break;
        await sleep(50);
      }
      child.kill('SIGKILL');
      throw new Error(`The service did not start:\n${output()}`);
    },
    ended,
    end: async (signal) => {
      if (!hasEnded()) child.kill(signal);
      return ended;
    },
  };
}
