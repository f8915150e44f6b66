import { mkdtemp, rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Bundle } from 'zapier-platform-core';
import { packageZapier } from '../../../scripts/packageZapier.ts';
import { startServer, type Respond } from '../../../scripts/programs/startServer.ts';
import { until } from '../../service/harness/until.ts';
import { unzip } from './unzip.ts';
import {
  asZapierHandsOn,
  startZapierPlatform,
  type Delivered,
  type ZapierPlatform,
} from './zapierPlatform.ts';
import { startZapierRuntime, type ZapierAnswer, type ZapierRuntime } from './zapierRuntime.ts';
import { startServiceHere, type ServiceHere } from '../../service/harness/startHere.ts';
import { withTextOnlyCarrier } from '../../service/harness/textOnly.ts';

export type Item = Record<string, unknown>;
interface Subscription {
  readonly id: string;
  readonly secret: string;
}

export const handset = '+12025550123';
export const sender = '+12025550100';
export let folder: string;
export let zip: string;
export let service: ServiceHere;
export let platform: ZapierPlatform;
export let runtime: ZapierRuntime;

const opened: (() => Promise<void>)[] = [];

/**
 * Starts the packed app in a clean process, together with the service and a replacement for Zapier.
 */
export async function startApp(): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), 'textloom-zip-'));
  opened.push(() => rm(folder, { recursive: true }));
  platform = await startZapierPlatform();
  opened.push(platform.stop);
  service = await startServiceHere({
    RATE_LIMIT: '10000',
    RATE_LIMIT_BURST: '10000',
    REGISTRATION_REVIEW_HOURS: '0',
    ...(await withTextOnlyCarrier()),
  });
  opened.push(service.stop);
  zip = await packageZapier(folder, () => undefined);
  await unzip(zip, join(folder, 'app'));
  runtime = await startZapierRuntime(join(folder, 'app'), join(folder, 'coverage'));
  opened.push(runtime.stop);
}

export async function stopApp(): Promise<void> {
  for (const close of opened.reverse()) await close();
}

export const authData = () => ({ base_url: service.baseUrl, api_key: service.apiKey });
const live = { isLoadingSample: false } as Bundle['meta'];
/** Runs one method of the app as Zapier does, and returns whether it waits for a call. */
export const answer = (
  method: string,
  bundle: Partial<Bundle> = {},
  event: Record<string, unknown> = {},
): Promise<ZapierAnswer> =>
  runtime.answer({
    command: 'execute',
    method,
    bundle: { authData: authData(), inputData: {}, meta: live, ...bundle },
    ...platform.context,
    ...event,
  });
export const run = async (method: string, bundle: Partial<Bundle> = {}): Promise<unknown> =>
  (await answer(method, bundle)).results;
export const create = (key: string, inputData: Item, rest: Partial<Bundle> = {}) =>
  run(`creates.${key}.operation.perform`, { inputData, ...rest }) as Promise<Item>;
export const search = (key: string, inputData: Item) =>
  run(`searches.${key}.operation.perform`, { inputData }) as Promise<Item[]>;

export const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
export const failure = (work: Promise<unknown>) =>
  work.then(
    () => {
      throw new Error('It did not fail');
    },
    (error: unknown) => error as Error,
  );
/** Returns the part of an error that a user reads. Zapier's own errors carry it as JSON. */
export const said = ({ message }: Error) =>
  message.startsWith('{') ? (JSON.parse(message) as { message: string }).message : message;

/** Runs with another server in place of the service. */
export async function instead<T>(
  respond: Respond,
  work: (authData: Bundle['authData']) => Promise<T>,
) {
  const server = await startServer(respond);
  return work({ ...authData(), base_url: server.url }).finally(server.stop);
}

/**
 * Passes every request on to the service, and lets the caller decide what happens to the response.
 */
export const passingOn =
  (work: (answer: Response, response: ServerResponse) => Promise<void>): Respond =>
  async (request, response) => {
    const answer = await fetch(service.baseUrl + request.url!, {
      method: request.method!,
      headers: { ...(request.headers as Record<string, string>), connection: 'close' },
      body: await buffer(request),
    });
    return work(answer, response);
  };
export async function hand(answer: Response, response: ServerResponse) {
  response.writeHead(answer.status, { 'content-type': 'application/json' });
  response.end(await answer.text());
}

/** Turns on a live Zap, and returns its subscription and a way to receive deliveries. */
export async function turnOn(trigger: string, inputData: Item = {}) {
  const at = `triggers.${trigger}.operation`;
  const path = `/hooks/${Math.random().toString(36).slice(2)}`;
  const targetUrl = platform.url + path;
  const subscription = (await run(`${at}.performSubscribe`, {
    inputData,
    targetUrl,
  })) as Subscription;
  const subscribeData = subscription as { id: string };
  return {
    targetUrl,
    subscription,
    deliveries: () => platform.delivered.filter((delivery) => delivery.path === path),
    list: () => run(`${at}.performList`, { inputData }) as Promise<Item[]>,
    receive: (delivery: Delivered, change: Partial<Bundle> = {}) =>
      run(`${at}.perform`, {
        inputData,
        subscribeData,
        cleanedRequest: JSON.parse(delivery.content) as unknown,
        rawRequest: asZapierHandsOn(delivery),
        ...change,
      }) as Promise<Item[]>,
    turnOff: () => run(`${at}.performUnsubscribe`, { inputData, targetUrl, subscribeData }),
  };
}
export type Ending = 'delivery' | 'reply';

/** Starts a run of a step that waits, with a separate callback URL for Zapier. */
export function startRun(ending: Ending, inputData: Item) {
  const at = `creates.send_message_and_wait_for_${ending}.operation`;
  const path = `/hooks/callback/${Math.random().toString(36).slice(2)}`;
  const callback_url = platform.url + path;
  const calls = () => platform.delivered.filter((delivery) => delivery.path === path);
  let outputData: Item = {};
  return {
    callback_url,
    calls,
    kept: () => outputData,
    /** Runs the step until it waits. */
    perform: async (auth: Bundle['authData'] = authData()) => {
      const { results, status } = await answer(
        `${at}.perform`,
        { inputData, authData: auth },
        { callback_url },
      );
      outputData = results as Item;
      return status;
    },
    /** Resumes the run with the first call, or with a given one. */
    resume: async (call?: Delivered, auth: Bundle['authData'] = authData()) => {
      const first = call ?? (await until('the service calls back', () => calls()[0]));
      const { results, status } = await answer(`${at}.performResume`, {
        inputData,
        outputData,
        authData: auth,
        cleanedRequest: JSON.parse(first.content) as unknown,
        rawRequest: asZapierHandsOn(first),
      });
      if (status !== 'SUCCESS') throw new Error('It waits again');
      return results as Item;
    },
  };
}
export const webhooks = async () => (await service.client.webhook.list({})).data;
