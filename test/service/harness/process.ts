import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { AccountSeed } from './accounts.ts';
import type { TestDatabase } from './database.ts';
import { createAccount, type Account } from './harness.ts';
import { until } from './until.ts';

const server = fileURLToPath(new URL('../../../service/bin/server.ts', import.meta.url));
/** The number of the first account. */
const number = '+12025550100';

export interface ServiceProcess {
  readonly url: string;
  /** The first account, with its admin key. */
  readonly account: Account;
  /** Returns everything that the process has printed. */
  readonly output: () => string;
  /** Kills the process immediately, like a crash. */
  readonly kill: () => Promise<void>;
  /** Stops the process where it is, like a virtual machine that moves to another host. */
  readonly suspend: () => void;
  readonly resume: () => void;
  /** Asks the process to stop, and resolves with its exit code. */
  readonly stop: () => Promise<number | null>;
  /**
   * Resolves with the exit code when the process ends for any reason, or with null after a signal.
   */
  readonly ended: Promise<number | null>;
}

export const newKey = (): string => `tl_admin_${randomBytes(16).toString('hex')}`;

/** Runs `service/bin/server.ts` until it exits. */
export async function runToEnd(environment: Readonly<Record<string, string>>) {
  const { child, output } = run(environment);
  if (child.exitCode === null) await once(child, 'exit');
  return { code: child.exitCode, output: output() };
}

/** Starts `service/bin/server.ts` in a separate process. */
export async function startProcess(
  { environment }: TestDatabase,
  key: string,
  faults: string[],
  more: Readonly<Record<string, string>> = {},
): Promise<ServiceProcess> {
  const { child, output, ended } = run({
    ...environment,
    API_KEY: key,
    LOG_LEVEL: 'error',
    RATE_LIMIT: '100000',
    RATE_LIMIT_BURST: '100000',
    ...more,
  });
  const base = await until(
    'the service runs',
    () => {
      // It may have started and ended since the last question.
      const started = /running: (\S+)/.exec(output())?.[1];
      if (!started && (child.exitCode !== null || child.signalCode !== null))
        throw new Error(`The service did not start:\n${output()}`);
      return started;
    },
    180,
  );
  const url = new URL(base).origin;
  const seed: AccountSeed = { id: '', number, keys: { read: key, send: key, admin: key } };
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    return child.exitCode;
  };
  return {
    url,
    account: createAccount(url, seed, faults),
    output,
    kill: async () => {
      await end('SIGKILL');
    },
    suspend: () => child.kill('SIGSTOP'),
    resume: () => child.kill('SIGCONT'),
    stop: () => end('SIGTERM'),
    ended,
  };
}

/** The variables that programs get. The cache saves compiling the same modules again. */
export const ownVariables = () => {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return { PATH, NODE_COMPILE_CACHE };
};

function run(environment: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [server], {
    env: { ...ownVariables(), PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((done) => child.once('exit', done));
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return { child, ended, output: () => output };
}
