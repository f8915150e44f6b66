import { randomBytes } from 'node:crypto';
import { spawnService } from '../../../scripts/spawnService.ts';
import type { AccountSeed } from './accounts.ts';
import type { TestDatabase } from './database.ts';
import { createAccount, type Account } from './harness.ts';

/** The number of the first account. */
const number = '+12025550100';

export interface TestProcess {
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
  const { ended, output } = spawnService({ ...ownVariables(), ...environment });
  return { code: await ended, output: output() };
}

/** Starts `service/bin/server.ts` in a separate process. */
export async function startProcess(
  { environment }: TestDatabase,
  key: string,
  faults: string[],
  more: Readonly<Record<string, string>> = {},
): Promise<TestProcess> {
  const { child, output, waitForUrl, ended, end } = spawnService({
    ...ownVariables(),
    ...environment,
    API_KEY: key,
    LOG_LEVEL: 'error',
    RATE_LIMIT: '100000',
    RATE_LIMIT_BURST: '100000',
    ...more,
  });
  const url = await waitForUrl();
  const seed: AccountSeed = { id: '', number, keys: { read: key, send: key, admin: key } };
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
