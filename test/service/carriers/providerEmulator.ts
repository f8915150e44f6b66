import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Account } from '../harness/harness.ts';
import type { CarrierEmulator, Fate, Target } from './describeCarrier.ts';

/*
 * The part of a provider over HTTP that is the same for all: it accepts messages, decides their
 * fate by the recipient, loses responses, and posts callbacks. A `ProviderDialect` adds the wire.
 */

export interface EmulatedRequest {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** The status of a response that is lost. */
export const noResponse = 0;

export interface EmulatedResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

export interface TakenMessage {
  /** The provider's ID. */
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly text: string;
  /** The addresses of the media. Absent for an SMS. */
  readonly media?: readonly string[] | undefined;
  /** Where to report, as the service asked. */
  readonly callbackUrl: string | undefined;
  /** The service's ID of the message, if the provider repeats it in its reports. */
  readonly reference?: string | undefined;
  /** The state that a request for the message returns. */
  readonly state?: State | undefined;
}

type State = 'sent' | 'delivered' | 'undelivered';
type Submitted = Omit<TakenMessage, 'id' | 'state'> & { readonly id?: string };

/** A callback as the provider posts it. */
export interface SentCallback {
  /** The public URL of the service. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A picture or another file in a text from a recipient. */
export interface SentMedia {
  readonly url: string;
  readonly contentType: string;
  readonly data: Buffer;
}

/** How one provider speaks. Written from its documentation, without code of the service. */
export interface ProviderDialect {
  /** The entry of `CARRIERS` without its name. */
  readonly settings: (baseUrl: string) => Readonly<Record<string, unknown>>;
  readonly newId: (count: number) => string;
  /**
   * Reads a submit. Returns undefined if the request is something else. The ID is the one that the
   * service chose, if it can.
   */
  readonly readSubmit: (request: EmulatedRequest) => Submitted | undefined;
  /** Responds to a request without the right credentials, if this is one. */
  readonly refuseCaller?: (request: EmulatedRequest) => EmulatedResponse | undefined;
  readonly accepted: (message: TakenMessage) => EmulatedResponse;
  readonly refused: EmulatedResponse;
  readonly throttled: EmulatedResponse;
  /** Responds to a submit whose ID another message has. */
  readonly conflict?: EmulatedResponse;
  /** Whether the service can ask for the state of a message. */
  readonly tellsStates?: boolean;
  /** Responds to requests other than submits, such as lookups. */
  readonly response?: (
    request: EmulatedRequest,
    taken: readonly TakenMessage[],
  ) => EmulatedResponse | Promise<EmulatedResponse> | undefined;
  /** Builds a signed callback that reports on a message. */
  readonly receipt: (message: TakenMessage, state: State, target: Target) => SentCallback;
  /** Builds a signed callback with a text to the service. */
  readonly text: (
    text: {
      readonly id: string;
      readonly from: string;
      readonly to: string;
      readonly text: string;
      readonly media?: readonly SentMedia[] | undefined;
    },
    target: Target,
  ) => SentCallback;
  /** Whether the provider serves media only with the right credentials. */
  readonly protectsMedia?: boolean;
  /** Whether the provider supports media. */
  readonly takesMedia: boolean;
  /** The headers to remove for an unsigned callback. */
  readonly signatureHeaders: readonly string[];
}

export interface ProviderEmulator extends CarrierEmulator {
  readonly connect: (target: Target, account?: Account) => void;
  readonly url: string;
  readonly requests: readonly EmulatedRequest[];
  readonly taken: () => readonly TakenMessage[];
  /** All callbacks so far, with the status of the response. */
  readonly callbacks: readonly (SentCallback & { readonly status: number })[];
  /** Brings the service a text with media. Returns its path on the provider's server. */
  readonly sendMedia: (
    text: { readonly from: string; readonly to: string; readonly text: string },
    media: Omit<SentMedia, 'url'> & {
      /** The address of the file on another server. */
      readonly url?: string;
      /** The target of a redirect from the address of the provider. */
      readonly location?: string;
    },
  ) => Promise<string>;
  /** Posts a callback to the service and returns the status of the response. */
  readonly post: (callback: SentCallback) => Promise<number>;
}

interface ProviderOptions {
  /** Decides the fate of recipients that the emulator did not create. */
  readonly fateOf?: (recipient: string) => Fate;
  /** Whether the provider repeats a callback until the service accepts it. */
  readonly repeatsCallbacks?: boolean;
  /** How long a submit waits before the provider takes it, and its response afterwards. */
  readonly latencyMs?: number;
}

export async function openProvider(
  dialect: ProviderDialect,
  { fateOf = () => 'delivered', repeatsCallbacks = false, latencyMs = 0 }: ProviderOptions = {},
): Promise<ProviderEmulator> {
  const requests: EmulatedRequest[] = [];
  const taken: TakenMessage[] = [];
  const callbacks: (SentCallback & { status: number })[] = [];
  const files = new Map<string, EmulatedResponse>();
  const fates = new Map<string, Fate>();
  const asked = new Map<string, number>();
  let target: Target | undefined;
  let isClosed = false;
  let recipients = 0;

  const post = async (callback: SentCallback): Promise<number> => {
    // The name is public, and only the test knows where the service really is.
    const { status } = await fetch(callback.url.replace(target!.publicUrl, target!.url), {
      method: 'POST',
      headers: callback.headers,
      body: callback.body,
    });
    callbacks.push({ ...callback, status });
    return status;
  };
  const report = async (message: TakenMessage, state: State) => {
    while (target && message.callbackUrl !== undefined && !isClosed) {
      const posted = post(dialect.receipt(message, state, target));
      const status = await (repeatsCallbacks ? posted.catch(() => 0) : posted);
      if (!repeatsCallbacks || status === 200) return;
      await sleep(1_000);
    }
  };
  const reportLater = async (message: TakenMessage, fate: Fate): Promise<void> => {
    const [first, ...later] = reports[fate];
    if (first === undefined || isClosed) return;
    await sleep(fate === 'lost' || fate === 'garbage' || fate === 'broken' ? 1_000 : 30);
    await report(message, first);
    for (const state of later) {
      await sleep(50);
      await report(message, state);
    }
  };

  const onSubmit = async (
    submit: Submitted,
    response: ServerResponse,
  ): Promise<EmulatedResponse | undefined> => {
    if (latencyMs > 0) await sleep(latencyMs);
    const fate = fates.get(submit.to) ?? fateOf(submit.to);
    const times = (asked.get(submit.to) ?? 0) + 1;
    asked.set(submit.to, times);
    if (fate === 'refused') return dialect.refused;
    if (fate === 'throttled' && times <= 2) return dialect.throttled;
    if (dialect.conflict && taken.some(({ id }) => id === submit.id)) return dialect.conflict;
    const message = { id: dialect.newId(taken.length + 1), ...submit, state: states[fate] };
    taken.push(message);
    if (fate === 'early') await report(message, 'delivered');
    void reportLater(message, fate).catch(() => undefined);
    if (latencyMs > 0) await sleep(latencyMs);
    if (fate === 'slow') await sleep(1_500);
    if (fate === 'broken') return { status: 500, body: 'Internal Server Error' };
    if (fate === 'garbage') return { status: 200, body: '<html>It works!' };
    if (fate !== 'lost' && fate !== 'silent') return dialect.accepted(message);
    response.destroy();
    return undefined;
  };

  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const request: EmulatedRequest = {
        method: incoming.method!,
        path: incoming.url!,
        headers: incoming.headers,
        body: Buffer.concat(chunks).toString(),
      };
      requests.push(request);
      const submit = dialect.readSubmit(request);
      const file = files.get(request.path);
      const refusal = file && !dialect.protectsMedia ? undefined : dialect.refuseCaller?.(request);
      const responding = refusal ??
        file ??
        (submit ? onSubmit(submit, response) : dialect.response?.(request, taken)) ?? {
          status: 404,
          body: '{}',
        };
      void Promise.resolve(responding).then((reply) => {
        if (reply?.status === noResponse) response.destroy();
        if (!reply || reply.status === noResponse) return;
        response.writeHead(reply.status, {
          'content-type': 'application/json',
          ...reply.headers,
        });
        response.end(reply.body);
      });
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url,
    settings: dialect.settings(url),
    requests,
    taken: () => taken,
    callbacks,
    post,
    connect: (to) => (target = to),
    recipient: (fate) => {
      const phone = `+1312${5_550_000 + ++recipients}`;
      fates.set(phone, fate);
      return phone;
    },
    ...(dialect.takesMedia && {
      mediaOf: (to) =>
        Promise.resolve(taken.filter((one) => one.to === to).map(({ media = [] }) => media)),
    }),
    takenBy: (to) =>
      Promise.resolve(taken.filter((one) => one.to === to).map((message) => message.text)),
    text: async (text, times = 1) => {
      const callback = dialect.text(
        { ...text, id: dialect.newId(500_000 + callbacks.length) },
        target!,
      );
      for (let time = 0; time < times; time++) await post(callback);
    },
    sendMedia: async (text, { url: elsewhere, location, contentType, data }) => {
      const path = `/media/${files.size + 1}`;
      const headers = { 'content-type': contentType };
      files.set(
        path,
        location === undefined
          ? { status: 200, headers, body: data }
          : { status: 307, headers: { location }, body: '' },
      );
      const media = [{ url: elsewhere ?? url + path, contentType, data }];
      const id = dialect.newId(700_000 + files.size);
      await post(dialect.text({ ...text, id, media }, target!));
      return path;
    },
    close: async () => {
      isClosed = true;
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

/** The provider's reports on a message, in this order. */
const reports: Record<Fate, readonly State[]> = {
  delivered: ['sent', 'delivered'],
  undelivered: ['sent', 'undelivered'],
  refused: [],
  throttled: ['delivered'],
  lost: ['sent', 'delivered'],
  silent: [],
  unreported: [],
  'unreported delivery': [],
  'unreported failure': [],
  early: ['sent'],
  doubled: ['delivered', 'delivered'],
  contradicted: ['delivered', 'undelivered', 'sent'],
  slow: ['delivered'],
  garbage: ['delivered'],
  broken: ['delivered'],
};

/** The final states that the provider does not report. */
const states: Partial<Record<Fate, State>> = {
  'unreported delivery': 'delivered',
  'unreported failure': 'undelivered',
};
