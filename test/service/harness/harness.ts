import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import axios from 'axios';
import { register } from 'prom-client';
import {
  authentication,
  basePath,
  limits as contractLimits,
  type Event,
  type Message,
  type MessageEventData,
  type MessageStatus,
} from '@textloom/shared/contract';
import { createClient, type Client, type Transport } from '@textloom/shared/client';
import { axiosTransport } from '@textloom/shared/client/axios';
import { readConfig } from '../../../service/config/config.ts';
import { startService } from '../../../service/runtime/start.ts';
import { usualPeriods, type Periods } from '../../../service/runtime/loops.ts';
import type { Jobs } from '../../../service/store/jobs.ts';
import { openWithAccounts, type AccountLimits, type AccountSeed } from './accounts.ts';
import { findResponseFaults, type ApiResponse } from './checkResponse.ts';
import type { OpenDatabase } from './database.ts';
import { rawRequest, type RawRequest } from './rawRequest.ts';
import { repeatInTurn } from './repeatInTurn.ts';
import { openReceiver, type Receiver } from './receiver.ts';
import { makeDue, query, type Query } from './runningDatabase.ts';
import { until } from './until.ts';

/** Repeats the final statuses here, so that a mistake in the service's own table fails a test. */
const finalStatuses: readonly MessageStatus[] = [
  'delivered',
  'undelivered',
  'failed',
  'expired',
  'unconfirmed',
  'canceled',
  'received',
];

export interface HandsetText {
  readonly direction: 'to_handset' | 'from_handset';
  readonly from: string;
  readonly to: string;
  readonly text: string;
  readonly media: readonly { readonly url: string }[];
}

/** A separate account with everything that a test needs to act as it. */
export interface Account extends AccountSeed {
  /** Uses the admin key. */
  readonly client: Client;
  /** Uses the admin key unless the headers contain another. The path starts below the base URL. */
  readonly raw: (request: RawRequest) => Promise<ApiResponse>;
  /** Sends JSON as `raw` does, and repeats a request until it gets its turn. */
  readonly json: (
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<ApiResponse>;
  /** Returns the texts of this account that a handset shows. */
  readonly textsOn: (handset: string) => Promise<HandsetText[]>;
  /** Types a text on a handset, to the default number or to another one of the account. */
  readonly textFrom: (handset: string, text: string, to?: string) => Promise<void>;
  /** Waits until the message has or had this status, or has a final one if none is given. */
  readonly reaches: (id: string, status?: MessageStatus) => Promise<Message>;
  /** Returns the events of a message, oldest first. */
  readonly eventsOf: (id: string) => Promise<(Event & { readonly data: MessageEventData })[]>;
}

export interface Harness {
  readonly url: string;
  /** The URL of the metrics, if the service exposes them. */
  readonly metricsUrl: string | undefined;
  readonly receiver: Receiver;
  /** Returns the next account that no test has used. */
  readonly account: () => Account;
  /** Sets how far the service's clock is ahead of the real one. */
  readonly setAhead: (milliseconds: number) => void;
  /**
   * Asks repeatedly, as `until` does. Each time, it makes the background work look for what is due,
   * which it otherwise does every few seconds.
   */
  readonly untilSwept: typeof until;
  /** Starts jobs that would be due within some seconds (10 by default). */
  readonly makeDue: (queue: keyof Jobs, seconds?: number) => Promise<unknown>;
  /** Runs a query in the database of the service. */
  readonly query: Query;
  /** Lists responses that violate the contract. */
  readonly faults: string[];
  readonly close: () => Promise<void>;
}

export const authorization = (key: string): Record<string, string> => ({
  [authentication.header.toLowerCase()]: authentication.prefix + key,
});

/** Moves the clock past the quarantine of numbers that an account has released. */
export const passQuarantine = ({ setAhead }: Pick<Harness, 'setAhead'>): void =>
  setAhead(contractLimits.quarantineHours * 3_600_000 + 1_000);

/** Saves most of the wait for what tests cannot make due by moving the clock. */
export const shortPeriods: Periods = { ...usualPeriods, fetchReceipts: 5_000, writeStates: 1_000 };

/**
 * Starts the service in this process, on a new database, with a clock that tests control.
 * `settings` are added to its environment, and `limits` apply to all its accounts.
 */
export async function openHarness(
  open: OpenDatabase,
  settings: Readonly<Record<string, string>> = {},
  limits: AccountLimits = {},
): Promise<Harness> {
  // The counters belong to the process, in which other test files may have run.
  register.resetMetrics();
  const { database, seeds } = await openWithAccounts(open, limits);
  let ahead = 0;
  const loops: (() => void)[] = [];
  const lookNow = () => {
    for (const look of loops) look();
  };
  const service = await startService(
    readConfig({
      ...database.environment,
      PORT: '0',
      LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
      RATE_LIMIT: '1000000',
      RATE_LIMIT_BURST: '1000000',
      ALLOW_PRIVATE_WEBHOOKS: 'true',
      ...settings,
    }),
    {
      clock: () => new Date(Date.now() + ahead),
      periods: shortPeriods,
      onLoop: (look) => loops.push(look),
    },
  );
  const receiver = await openReceiver();
  const faults: string[] = [];
  let used = 0;
  return {
    url: service.url,
    metricsUrl: service.metricsUrl,
    receiver,
    account: () =>
      createAccount(service.url, seeds[used++]!, faults, () =>
        // This only saves time, so it may fail while a test takes the database away.
        makeDue(database.environment, 'handset', handsetSeconds).catch(() => undefined),
      ),
    setAhead: (milliseconds) => {
      ahead = milliseconds;
      lookNow();
    },
    untilSwept: (what, ask, seconds) =>
      until(
        what,
        () => {
          lookNow();
          return ask();
        },
        seconds,
      ),
    makeDue: (queue, seconds) => makeDue(database.environment, queue, seconds),
    query: (text) => query(database.environment, (run) => run(text)),
    faults,
    close: async () => {
      await service.stop();
      await receiver.close();
      await database.remove();
    },
  };
}

/** Creates a typed client of a service and checks its responses against the contract. */
export function createTestClient(url: string, key: string, faults: string[]): Client {
  const transport = axiosTransport(
    axios.create({ baseURL: url + basePath, headers: authorization(key), timeout: 30_000 }),
  );
  return createClient({
    transport: checked(transport, faults),
    sleep: (milliseconds) => sleep(milliseconds),
    createKey: randomUUID,
    now: Date.now,
    random: Math.random,
    budget: 0,
  });
}

const checked =
  (transport: Transport, faults: string[]): Transport =>
  async (request) => {
    const response = await repeatInTurn(() => transport(request));
    const body = response.body === '' ? undefined : response.body;
    faults.push(
      ...findResponseFaults(request.method, basePath + request.path, { ...response, body }),
    );
    return response;
  };

/** Most handsets send their receipts and replies within this time. */
const handsetSeconds = 0.7;

export function createAccount(
  url: string,
  seed: AccountSeed,
  faults: string[],
  hurryHandsets: () => Promise<unknown> = () => Promise.resolve(),
): Account {
  const client = createTestClient(url, seed.keys.admin, faults);
  const send = async (request: RawRequest) => {
    const response = await rawRequest(url, request);
    faults.push(...findResponseFaults(request.method, request.path, response));
    return response;
  };
  const raw: Account['raw'] = ({ path, headers, ...rest }) =>
    send({
      ...rest,
      path: basePath + path,
      headers: { ...authorization(seed.keys.admin), ...headers },
    });
  const eventsOf: Account['eventsOf'] = async (id) => {
    const { data } = await client.event.list({ message_id: id, limit: 100 });
    return data.reverse() as (Event & { readonly data: MessageEventData })[];
  };
  const handset = (number: string) => `/simulator/handsets/${encodeURIComponent(number)}/texts`;
  return {
    ...seed,
    client,
    raw,
    json: (method, path, body, headers) =>
      repeatInTurn(() =>
        raw({
          method,
          path,
          headers: {
            ...(body !== undefined && { 'content-type': 'application/json' }),
            ...headers,
          },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        }),
      ),
    textsOn: async (number) => {
      const headers = authorization(seed.keys.admin);
      const { body } = await send({ method: 'GET', path: handset(number), headers });
      return (body as { data: HandsetText[] }).data;
    },
    textFrom: async (number, text, to = seed.number) => {
      const headers = { ...authorization(seed.keys.admin), 'content-type': 'application/json' };
      const body = JSON.stringify({ to, text });
      const { status } = await send({ method: 'POST', path: handset(number), headers, body });
      if (status !== 202) throw new Error(`The handset could not send: ${status}`);
    },
    reaches: (id, status) =>
      until(`the message is ${status ?? 'final'}`, async () => {
        if (!status || finalStatuses.includes(status)) await hurryHandsets();
        const message = await client.message.get({ id });
        const isFinal = finalStatuses.includes(message.status);
        if (!status) return isFinal && message;
        // On a busy machine, the message may have its next status before this test looks.
        const hadStatus = async () =>
          isFinal && (await eventsOf(id)).some(({ type }) => type === `message.${status}`);
        return (message.status === status || (await hadStatus())) && message;
      }),
    eventsOf,
  };
}

/**
 * Returns the number of a handset. Its last two digits choose what the handset does, and the area
 * keeps tests apart.
 */
export const handset = (outcome: number, area = 202): string =>
  `+1${area}55501${String(outcome).padStart(2, '0')}`;
