import { randomBytes, randomUUID } from 'node:crypto';
import { cpSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import axios from 'axios';
import { createClient, type Client } from '@textloom/shared/client';
import { axiosTransport } from '@textloom/shared/client/axios';
import { authentication, basePath } from '@textloom/shared/contract';
import { poll } from './poll.ts';
import { spawnService } from './spawnService.ts';

const root = join(import.meta.dirname, '..');

interface HandsetText {
  readonly id: string;
  readonly direction: 'to_handset' | 'from_handset';
  readonly from: string;
  readonly to: string;
  readonly text: string;
  readonly media: readonly { readonly url: string }[];
}

/** A running service and its first account. */
export interface Service {
  /** The URL of the service, such as `http://127.0.0.1:4010`. */
  readonly url: string;
  /** The base URL for clients, which includes the version of the API. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly client: Client;
  /**
   * Returns all texts on a simulated handset, oldest first. Waits until no message to it is queued,
   * so that a second copy of a text cannot come later.
   */
  readonly textsOn: (handset: string) => Promise<HandsetText[]>;
  /** Sends a text or an MMS from a simulated handset. The media can be `data:` URLs. */
  readonly textFrom: (
    handset: string,
    to: string,
    text: string,
    mediaUrls?: readonly string[],
  ) => Promise<void>;
}

export interface ServiceProcess extends Service {
  readonly pid: number;
  /** Returns the output of the process so far. */
  readonly output: () => string;
  /**
   * Stops the process after its running work finishes, and removes the folder if it was created
   * here.
   */
  readonly stop: () => Promise<void>;
  /** Kills the process as a crash would, and keeps its folder. */
  readonly kill: () => Promise<void>;
}

interface Options {
  /** Environment variables of the service. */
  readonly settings?: Readonly<Record<string, string>>;
  /** The checkout to start the service from. Defaults to this one. */
  readonly source?: string;
  /** An embedded database to copy. Defaults to a new one. */
  readonly database?: string;
}

/** Starts the service as a separate process. By default, it uses a free port and a new folder. */
export async function startServiceProcess({
  settings = {},
  source = root,
  database,
}: Options = {}): Promise<ServiceProcess> {
  const madeFolder =
    settings.DATA_DIR || settings.DATABASE_URL
      ? undefined
      : await mkdtemp(join(tmpdir(), 'textloom-'));
  if (madeFolder && database) cpSync(database, join(madeFolder, 'database'), { recursive: true });
  const apiKey = settings.API_KEY ?? `tl_admin_${randomBytes(24).toString('base64url')}`;
  const { child, output, waitForUrl, end } = spawnService(
    {
      HOME: process.env.HOME,
      // Cache compiled modules between starts.
      NODE_COMPILE_CACHE: join(root, '.cache/compiled'),
      LOG_LEVEL: 'warn',
      API_KEY: apiKey,
      ...(madeFolder && { DATA_DIR: madeFolder }),
      ...settings,
    },
    source,
  );
  return {
    ...connect(await waitForUrl(), apiKey),
    pid: child.pid!,
    output,
    stop: async () => {
      await end('SIGTERM');
      if (madeFolder) await rm(madeFolder, { recursive: true, force: true });
    },
    kill: async () => {
      await end('SIGKILL');
    },
  };
}

/** Connects to the service at a URL. */
export function connect(url: string, apiKey: string): Service {
  const http = axios.create({ headers: keyHeader(apiKey) });
  const textsUrl = (handset: string) =>
    `${url}/simulator/handsets/${encodeURIComponent(handset)}/texts`;
  const client = createServiceClient(apiKey, url + basePath);
  const hasQueued = async (to: string) =>
    (await client.message.list({ to, status: 'queued', limit: 1 })).data.length > 0;
  return {
    url,
    baseUrl: url + basePath,
    apiKey,
    client,
    textsOn: async (handset) => {
      await poll(120_000, async () => !(await hasQueued(handset)) || undefined);
      return (await http.get<{ data: HandsetText[] }>(textsUrl(handset))).data.data;
    },
    textFrom: async (handset, to, text, mediaUrls = []) => {
      await http.post(textsUrl(handset), { to, text, media_urls: mediaUrls });
    },
  };
}

const keyHeader = (apiKey: string) => ({ [authentication.header]: authentication.prefix + apiKey });

const createServiceClient = (apiKey: string, baseURL: string): Client =>
  createClient({
    transport: axiosTransport(axios.create({ baseURL, headers: keyHeader(apiKey) })),
    sleep: (milliseconds) => sleep(milliseconds),
    createKey: randomUUID,
    now: Date.now,
    random: Math.random,
    budget: 10_000,
  });
