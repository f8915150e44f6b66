import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { basePath, contract, headers as names, type Message } from '@textloom/shared/contract';
import { authorization, createTestClient, handset } from '../service/harness/harness.ts';
import { newKey, startProcess } from '../service/harness/process.ts';
import { openReceiver, type Hook } from '../service/harness/receiver.ts';
import { openSmsc, type Plan, type Smsc } from '../service/carriers/smpp/smsc.ts';
import { until } from '../service/harness/until.ts';
import { keepRunning, type Kept } from './keepRunning.ts';
import { balance, describeFigures, type Balance } from './ledger.ts';
import { openProxy, type Proxy } from './proxy.ts';

/** Controls the service, the servers around it, and everything that a scenario does to it. */
export interface Stage {
  readonly services: readonly Kept[];
  /** Sits between the service and each other server. */
  readonly carrier: Proxy;
  readonly webhooks: Proxy;
  readonly smsc: Smsc;
  readonly hook: Hook;
  /** Sends messages to any of the processes until all are accepted, some of them in batches. */
  readonly send: (count: number, options?: SendOptions) => Promise<unknown>;
  /**
   * Keeps sending until the returned function is called, which resolves when all messages are
   * accepted.
   */
  readonly keepSending: (options?: SendOptions) => () => Promise<unknown>;
  /** Sends one message to the process with this number until it is accepted. */
  readonly sendOne: (service?: number) => Promise<Sent>;
  /** Returns the number of accepted messages. */
  readonly accepted: () => number;
  /** Counts the responses by status. 0 counts requests without a response. */
  readonly responses: ReadonlyMap<number, number>;
  /** Returns when the carrier accepted a text, or undefined before that. */
  readonly submittedAt: (text: string) => Promise<number | undefined>;
  /** Returns when the receiver first got the event of a message. */
  readonly notifiedAt: (id: string) => number | undefined;
  /** Returns the seconds from now until a message that is sent now reaches the carrier. */
  readonly secondsToRecover: () => Promise<number>;
  /** Returns the status of `GET /ready`, or 0 if no response arrives. */
  readonly ready: (service?: number) => Promise<number>;
  /** Waits until all accepted messages have a final status, and prints the books in a line. */
  readonly settle: (title: string, seconds?: number) => Promise<Balance>;
  /** Returns the current books. */
  readonly books: () => Promise<Balance>;
  readonly close: () => Promise<void>;
}

interface SendOptions {
  readonly clients?: number;
  /** Sets the number of messages in a batch. By default, each message has its own request. */
  readonly batch?: number;
  /** Sets the pause of each client between two requests. */
  readonly pauseMs?: number;
  /** Sets the minimum number of characters of each text. */
  readonly textLength?: number;
}

export interface Sent {
  readonly text: string;
  readonly id: string;
  readonly triedAt: number;
  readonly acceptedAt: number;
}

/** Provides the data for the books. */
interface StageDatabase {
  readonly environment: Readonly<Record<string, string>>;
  readonly query: <T extends object>(statement: string) => Promise<T[]>;
}

export interface StageOptions {
  readonly database: StageDatabase;
  /** Chooses simulated handsets, or a message center behind a proxy. */
  readonly carrier: 'handset' | 'smpp';
  readonly processes?: number;
  readonly plan?: () => Plan;
  readonly smpp?: Readonly<Record<string, number>>;
  readonly settings?: Readonly<Record<string, string>>;
}

const number = '+12025550100';
/** A request that takes longer is repeated with the same key. */
const timeoutMs = 5_000;
let created = 0;

export async function openStage({
  database,
  carrier: kind,
  processes = 1,
  plan = () => ({}),
  smpp = {},
  settings = {},
}: StageOptions): Promise<Stage> {
  const key = newKey();
  const faults: string[] = [];
  const receiver = await openReceiver();
  const hook = receiver.hook();
  const webhooks = await openProxy(Number(new URL(hook.url).port));
  const acceptedAt = new Map<string, number>();
  const smsc = await openSmsc({
    plan: (submitted) => {
      const planned = plan();
      if ((planned.status ?? 0) === 0) acceptedAt.set(submitted.octets.toString(), Date.now());
      return planned;
    },
  });
  const carrier = await openProxy(smsc.port);
  const carriers = [
    {
      name: 'acme',
      host: '127.0.0.1',
      port: carrier.port,
      system_id: 'textloom',
      numbers: [number],
      window: 20,
      enquire_link: 5,
      ...smpp,
    },
  ];
  const start = () =>
    startProcess({ ...database, remove: () => Promise.resolve() }, key, faults, {
      ALLOW_PRIVATE_WEBHOOKS: 'true',
      ...(kind === 'smpp' && { CARRIERS: JSON.stringify(carriers) }),
      ...settings,
    });
  const services: Kept[] = [];
  for (let at = 0; at < processes; at++) services.push(await keepRunning(start));
  const hookUrl = new URL(hook.url);
  hookUrl.port = String(webhooks.port);
  const client = createTestClient(services[0]!.current()!.url, key, faults);
  if (kind === 'smpp' && (await client.number.list({})).data.length === 0)
    await client.number.provision({ number });
  await client.webhook.create({ url: hookUrl.href, events: ['message.delivered'] });

  const accepted = new Map<string, string>();
  const recipient = (at: number) =>
    kind === 'smpp' ? `+1212${2_000_000 + at}` : handset(at % 50, 200 + (at % 300));
  const next = (length = 0) => ({
    to: recipient(++created),
    text: `Message ${created}.`.padEnd(length, ' .'),
  });
  const responses = new Map<number, number>();

  let isClosed = false;
  const getUrl = (service: number) => services[service % services.length]!.current()?.url;
  const ask = async (service: number, path: string, idempotencyKey: string, body: unknown) => {
    const url = getUrl(service);
    if (!url) return undefined;
    return fetch(`${url}${basePath}${path}`, {
      method: 'POST',
      headers: {
        ...authorization(key),
        'content-type': 'application/json',
        [names.idempotencyKey]: idempotencyKey,
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    })
      .then(async (response) => ({ status: response.status, body: await response.json() }))
      .catch(() => undefined);
  };
  /** Sends to one process after another until one accepts the request. */
  const insist = async (first: number, path: string, body: unknown, others: boolean) => {
    const idempotencyKey = randomUUID();
    for (let turn = first; ; turn += others ? 1 : 0) {
      if (isClosed) throw new Error('The stage was closed before all messages were sent');
      const response = await ask(turn, path, idempotencyKey, body);
      const status = response?.status ?? 0;
      responses.set(status, (responses.get(status) ?? 0) + 1);
      if (response && response.status < 300) return response.body;
      // The work that a dead process began may not be rolled back yet.
      if (response && ![409, 429, 500, 502, 503, 507].includes(response.status))
        throw new Error(`The response was ${response.status}: ${JSON.stringify(response.body)}`);
      await sleep(200);
    }
  };

  const sendOne = async (service = 0, others = false, length = 0): Promise<Sent> => {
    const message = next(length);
    const triedAt = Date.now();
    const response = await insist(service, contract.message.send.path, message, others);
    const { id } = response as Message;
    accepted.set(message.text, id);
    return { text: message.text, id, triedAt, acceptedAt: Date.now() };
  };
  const sendBatch = async (count: number, service: number) => {
    const messages = Array.from({ length: count }, () => next());
    const response = await insist(service, contract.message.sendBatch.path, { messages }, true);
    const { results } = response as { results: { message: Message }[] };
    for (const { message } of results) accepted.set(message.text, message.id);
  };

  const sendWhile = (
    goesOn: (sent: number) => boolean,
    { clients = 8, batch = 1, pauseMs = 0, textLength = 0 }: SendOptions = {},
  ): Promise<unknown> => {
    let sent = 0;
    const one = async (_: unknown, first: number) => {
      for (let turn = first; goesOn(sent); turn++) {
        sent += batch;
        // Batches alternate with single messages.
        if (batch > 1 && turn % 4 !== 0) await sendBatch(batch, turn);
        else for (let at = 0; at < batch; at++) await sendOne(turn, true, textLength);
        await sleep(pauseMs);
      }
    };
    const all = Promise.all(Array.from({ length: clients }, one));
    // Nobody awaits it if a test has failed.
    all.catch(() => undefined);
    return all;
  };

  const rowsOf = database.query;
  const submittedAt: Stage['submittedAt'] = async (text) => {
    if (kind === 'smpp') return acceptedAt.get(text);
    const [row] = await rowsOf<{ at: Date }>(
      `select at from handset_text where text = '${text}' and direction = 'to_handset'`,
    );
    return row?.at.getTime();
  };
  const submitted = async (): Promise<string[]> =>
    kind === 'smpp'
      ? smsc.submits.filter(({ status }) => status === 0).map(({ octets }) => octets.toString())
      : (
          await rowsOf<{ text: string }>(
            "select text from handset_text where direction = 'to_handset'",
          )
        ).map(({ text }) => text);
  const books = async (): Promise<Balance> =>
    balance({
      accepted,
      stored: await rowsOf('select id, text, status from message'),
      submitted: await submitted(),
      events: await rowsOf("select id, message_id from event where type = 'message.delivered'"),
      delivered: hook.deliveries.map(({ event }) => event.id),
    });

  return {
    services,
    carrier,
    webhooks,
    smsc,
    hook,
    send: (count, options) => sendWhile((sent) => sent < count, options),
    keepSending: (options) => {
      let isOver = false;
      const sending = sendWhile(() => !isOver, options);
      return () => {
        isOver = true;
        return sending;
      };
    },
    sendOne: (service) => sendOne(service),
    accepted: () => accepted.size,
    responses,
    submittedAt,
    secondsToRecover: async () => {
      const sent = await Promise.all(services.map((_, at) => sendOne(at)));
      const times = sent.map(async ({ text, triedAt }) => {
        const at = await until('it is submitted', () => submittedAt(text), 120);
        return (at - triedAt) / 1000;
      });
      return Math.max(...(await Promise.all(times)));
    },
    notifiedAt: (id) => hook.deliveries.find(({ event }) => (event.data as Message).id === id)?.at,
    ready: async (service = 0) => {
      const url = getUrl(service);
      if (!url) return 0;
      return fetch(`${url}/ready`, { signal: AbortSignal.timeout(timeoutMs) }).then(
        ({ status }) => status,
        () => 0,
      );
    },
    books,
    settle: async (title, seconds = 150) => {
      let found: Balance | undefined;
      await until(
        'every message has a final status',
        async () => {
          found = await books().catch(() => found);
          if (found && found.lost.length === 0 && found.unsure === 0) return true;
          await sleep(1_000);
          return false;
        },
        seconds,
      ).catch(() => undefined);
      const done = found ?? (await books());
      process.stdout.write(`${title}: ${describeFigures(done)}\n`);
      return done;
    },
    close: async () => {
      isClosed = true;
      await Promise.all(services.map(({ end }) => end('kill')));
      await Promise.all([carrier.close(), webhooks.close()]);
      await smsc.close();
      await receiver.close();
    },
  };
}
