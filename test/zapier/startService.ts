import { spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import axios from 'axios';
import { authentication } from '@textloom/shared/contract';
import { createClient, type Client } from '@textloom/shared/client';
import { axiosTransport } from '@textloom/shared/client/axios';

export interface RunningService {
  /** Of the API, with its version. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly client: Client;
  /** Types a text on a simulated handset. */
  readonly textFrom: (handset: string, to: string, text: string) => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** The real service in a process and a folder of its own. */
export async function startService(): Promise<RunningService> {
  const dataDir = await mkdtemp(join(tmpdir(), 'textloom-service-'));
  const apiKey = `tl_admin_${randomBytes(16).toString('hex')}`;
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../service/server.ts')], {
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      DATA_DIR: dataDir,
      API_KEY: apiKey,
      LOG_LEVEL: 'error',
      // Handsets answer at once, and the tests are in a hurry.
      RATE_LIMIT: '10000',
      RATE_LIMIT_BURST: '10000',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const baseUrl = await until('the service runs', () => {
    if (child.exitCode !== null) throw new Error(`The service did not start:\n${output}`);
    return /running: (\S+)/.exec(output)?.[1];
  });
  const http = axios.create({
    baseURL: baseUrl,
    headers: { [authentication.header]: authentication.prefix + apiKey },
  });
  return {
    baseUrl,
    apiKey,
    client: createClient({
      transport: axiosTransport(http),
      sleep: (milliseconds) => sleep(milliseconds),
      createKey: randomUUID,
      now: Date.now,
      random: Math.random,
      budget: 10_000,
    }),
    textFrom: async (handset, to, text) => {
      const path = `/simulator/handsets/${encodeURIComponent(handset)}/texts`;
      await http.post(new URL(path, baseUrl).href, { to, text });
    },
    stop: async () => {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Asks again and again until there is an answer. */
export async function until<T>(
  what: string,
  ask: () => T | undefined | Promise<T | undefined>,
  seconds = 30,
): Promise<T> {
  const deadline = Date.now() + seconds * 1000;
  while (Date.now() < deadline) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    await sleep(50);
  }
  throw new Error(`Waited for ${seconds} seconds until ${what}`);
}
