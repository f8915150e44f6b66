import type { ChildProcess, StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { lastLines, spawnN8n } from './command.ts';
import type { Place } from './environment.ts';
import { withProgress } from '../programs/log.ts';
import type { Log } from '../programs/log.ts';
import { requireFreePort } from '../programs/port.ts';
import { restClient } from './rest.ts';
import type { Api } from './rest.ts';
import { poll } from '../poll.ts';

/** A running n8n that people can sign in to. Its log is the file `n8n.log` in its folder. */
export interface N8n extends Program {
  url: string;
  /** Calls the REST API of n8n as the owner. Responses come without their `data` wrapper. */
  api: Api;
}

export interface StartOptions {
  userFolder: string;
  port: number;
  /** The port of n8n's task broker. Each n8n on a machine needs a different one. */
  brokerPort: number;
  env?: NodeJS.ProcessEnv;
  log?: Log;
}

/**
 * The account to sign in with. n8n listens only on this machine, so the password protects no
 * secrets.
 */
export const owner = {
  email: 'owner@textloom.example',
  firstName: 'Textloom',
  lastName: 'Owner',
  password: 'Textloom-2026',
};

const startLimit = 300_000;
const stopLimit = 60_000;

export async function startN8n(options: StartOptions): Promise<N8n> {
  const { userFolder, port, brokerPort, log = () => {} } = options;
  await requireFreePort(port, 'n8n');
  await requireFreePort(brokerPort, "n8n's task broker");

  const url = `http://127.0.0.1:${port}`;
  const env = {
    N8N_PORT: String(port),
    N8N_RUNNERS_BROKER_PORT: String(brokerPort),
    N8N_WEBHOOK_URL: `${url}/`,
    ...options.env,
  };
  const program = await startProgram({ args: ['start'], userFolder, env, url, name: 'n8n', log });
  const api = restClient(url);
  try {
    await signIn(api);
  } catch (error) {
    await program.stop();
    throw error;
  }
  return { url, api, ...program };
}

/** One of the processes that n8n can consist of. */
export interface Program {
  pid: number;
  stop(): Promise<void>;
  /** Kills the process as a crash would. */
  kill(): Promise<void>;
  /** Returns the output since the start. */
  output(): string;
}

interface ProgramOptions extends Place {
  args: string[];
  /** The URL that responds when the process is ready. */
  url: string;
  /** The name of the log file in its folder. */
  name: string;
  log?: Log;
}

/** Starts an n8n process. Resolves when it is ready. */
export async function startProgram(options: ProgramOptions): Promise<Program> {
  const { args, url, name, log = () => {}, ...place } = options;
  const path = join(place.userFolder, `${name}.log`);
  await mkdir(place.userFolder, { recursive: true });
  // Use a file instead of a pipe, because n8n hangs in a busy loop if nobody reads its output.
  const logFile = await open(path, 'w');
  const stdio: StdioOptions = ['ignore', logFile.fd, logFile.fd];
  const child = await spawnN8n(args, place, stdio, log);
  await logFile.close();
  const output = () => readFileSync(path, 'utf8');
  const stop = () => stopProcess(child, 'SIGTERM');
  try {
    await withProgress(log, 'Starting n8n', () => untilReady(child, url, output));
  } catch (error) {
    await stop();
    throw error;
  }
  return { pid: child.pid!, stop, kill: () => stopProcess(child, 'SIGKILL'), output };
}

async function untilReady(child: ChildProcess, url: string, output: () => string): Promise<void> {
  const failure = (what: string) => `n8n ${what}. Its output:\n${lastLines(output())}`;
  await poll(
    startLimit,
    async () => {
      if (hasEnded(child)) throw new Error(failure('did not start'));
      return (await answers(`${url}/healthz/readiness`)) || undefined;
    },
    () => failure(`took over ${startLimit / 1000} s to start`),
  );
}

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    (response) => response.ok,
    () => false,
  );

async function signIn(api: Api): Promise<void> {
  const settings = await api<{ userManagement: { showSetupOnFirstLoad?: boolean } }>(
    'GET',
    '/rest/settings',
  );
  if (settings.userManagement.showSetupOnFirstLoad) {
    await api('POST', '/rest/owner/setup', owner);
  } else {
    const { email, password } = owner;
    await api('POST', '/rest/login', { emailOrLdapLoginId: email, password });
  }
}

async function stopProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (hasEnded(child)) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  const force = setTimeout(() => child.kill('SIGKILL'), stopLimit);
  await ended;
  clearTimeout(force);
}

const hasEnded = (child: ChildProcess): boolean =>
  child.exitCode !== null || child.signalCode !== null;
