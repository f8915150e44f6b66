import { ApiError, call, createClient, paginate, type Client } from '@textloom/shared/client';
import {
  explainError,
  namesIn,
  type Wording,
  type Wordings,
} from '@textloom/shared/connector/errors';
import {
  basePath,
  headers,
  type Account,
  type Output,
  type PhoneNumber,
} from '@textloom/shared/contract';
import { createContext, use } from 'react';
import { localizeTimes } from '../dates.ts';
import { labelValue } from '../form/labels.ts';
import { plural } from '../plural.ts';
import { createCallOnce, type CallOnce } from './callOnce.ts';
import { readEvents } from './events.ts';
import { health, type Health } from './health.ts';
import { createHost, openStream, type Credentials } from './http.ts';
import { adviseRepeat } from './safeRepeat.ts';
import {
  simulator,
  simulatorPath,
  streamPath,
  textEvent,
  type Handset,
  type Text,
} from './simulator.ts';

/** Makes all requests of the console with one key. Calls reject with an `ApiError`. */
export interface Api {
  /** Every operation of the messaging API. */
  readonly client: Client;
  /** Remembers requests whose response was lost, also when the user closes their dialog. */
  readonly callOnce: CallOnce;
  /** Rejects if the service does not work. */
  readonly health: (signal?: AbortSignal) => Promise<Health>;
  readonly account: () => Promise<Account>;
  readonly numbers: () => Promise<PhoneNumber[]>;
  readonly handsets: () => Promise<Handset[]>;
  readonly texts: (handset: string) => Promise<Text[]>;
  /** Resolves with the text as the service accepted it. */
  readonly sendText: (text: NewText) => Promise<Text>;
  /** Resolves after the stream opens, and then yields batches of texts that arrive together. */
  readonly follow: (signal: AbortSignal) => Promise<AsyncIterable<Text[]>>;
}

export interface NewText {
  readonly handset: string;
  readonly to: string;
  readonly text: string;
}

export function createApi(credentials: Credentials): Api {
  const service = createHost(basePath, credentials);
  const client: Client = createClient(service);
  const host = createHost(simulatorPath, credentials);
  return {
    client,
    callOnce: createCallOnce(),
    health: async (signal) =>
      (await call(service, health, {}, { ...(signal && { signal }) })) as Health,
    account: () => client.account.get({}),
    numbers: async () => {
      const numbers: PhoneNumber[] = [];
      for await (const number of paginate(client.number.list, { limit: 100 })) numbers.push(number);
      return numbers;
    },
    handsets: async () =>
      ((await call(host, simulator.handsets, {})) as Output<typeof simulator.handsets>).data,
    texts: async (number) =>
      ((await call(host, simulator.texts, { number })) as Output<typeof simulator.texts>).data,
    sendText: async ({ handset, to, text }) => {
      const input = { number: handset, to, text };
      const { id } = (await call(host, simulator.send, input)) as Output<typeof simulator.send>;
      const at = new Date().toISOString();
      return { id, handset, direction: 'from_handset', from: handset, to, text, media: [], at };
    },
    follow: async (signal) => toTexts(await openStream(streamPath, credentials, signal)),
  };
}

async function* toTexts(body: ReadableStream<Uint8Array>): AsyncGenerator<Text[]> {
  for await (const events of readEvents(body)) {
    yield events
      .filter(({ type }) => type === textEvent)
      .map(({ data }) => JSON.parse(data) as Text);
  }
}

const ApiContext = createContext<Api | undefined>(undefined);
export const ApiProvider = ApiContext;

export function useApi(): Api {
  const api = use(ApiContext);
  if (!api) throw new Error('useApi must be used inside an ApiProvider');
  return api;
}

export const hasCode = (error: unknown, code: ApiError['code']): boolean =>
  error instanceof ApiError && error.code === code;

/** Returns true if the service could not answer, which says nothing about the request. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof ApiError &&
  ['network_error', 'no_response', 'gateway_error', 'unavailable'].includes(error.code);

export const useClient = (): Client => useApi().client;

const unreachable = {
  happened: 'The service could not be reached',
  remedy: 'Check that the service is running and that you are online.',
};
const wordings: Wordings = {
  network_error: unreachable,
  // A browser does not tell these two apart.
  no_response: unreachable,
  unauthenticated: {
    happened: 'This API key is not valid',
    remedy: 'Check that you copied the whole key, and that nobody revoked it.',
  },
  status_conflict: { remedy: 'Reload the page to see the current status.' },
};

/** Returns the words for users. The API also names headers, which only programs see. */
function wordingFor({ code, remedy, retryAfter }: ApiError): Wording {
  if (!remedy.includes(headers.retryAfter)) return wordings[code] ?? {};
  const time = retryAfter === undefined ? 'a moment' : plural(retryAfter, 'second');
  return { remedy: `Wait ${time}, and try again.` };
}

/** Explains to the user what happened and what to do. */
export function explain(error: unknown): { title: string; advice: string } {
  if (!(error instanceof ApiError))
    return { title: 'Something went wrong on this page', advice: 'Reload the page.' };
  const { problems, remedy } = explainError(error, wordingFor(error), (path) =>
    labelValue(namesIn(path).at(-1) ?? ''),
  );
  const isAboutFields = error.fieldErrors.length > 0;
  return {
    title: localizeTimes(problems.join('; '), Date.now()),
    advice: isAboutFields ? 'Correct the value, and try again.' : adviseRepeat(error, remedy),
  };
}

/** Explains an error in sentences, for places without a title. */
export function explainInText(error: unknown): string {
  const { title, advice } = explain(error);
  return `${title}. ${advice}`;
}
