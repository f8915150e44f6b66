import type { IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { contract, sampleOf } from '@textloom/shared/contract';
import { startServer } from '../../scripts/programs/startServer.ts';

export interface Asked {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: number;
  /** Holds the messages of the request, even if it has only one. */
  readonly messages: Readonly<Record<string, unknown>>[];
}
interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: object;
}
/** `lost` ends the connection without a response, and `none` leaves it open. */
export type Reply = Answer | 'lost' | 'none' | undefined;

export interface FarSide {
  readonly credential: { readonly baseUrl: string; readonly apiKey: string };
  readonly asked: Asked[];
  readonly stop: () => Promise<void>;
}

/**
 * Starts a service that records its requests and accepts every message, unless `reply` returns
 * something else.
 */
export async function startFarSide(
  reply: (asked: Asked, time: number) => Reply = () => undefined,
): Promise<FarSide> {
  const asked: Asked[] = [];
  const { url, stop } = await startServer(async (request, response) => {
    const raw = await buffer(request);
    const body = JSON.parse(raw.toString() || '{}') as Record<string, unknown>;
    const messages = (body.messages ?? [body]) as Asked['messages'];
    const path = request.url!;
    const one = { path, headers: request.headers, bytes: raw.length, messages };
    asked.push(one);
    const answer = reply(one, asked.length) ?? taken(one);
    if (answer === 'none') return;
    if (answer === 'lost') return void request.socket.destroy();
    response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers });
    response.end(JSON.stringify(answer.body));
  });
  return { credential: { baseUrl: url, apiKey: 'tl_key' }, asked, stop };
}

export const createMessage = ({ to, text }: Readonly<Record<string, unknown>>): object => ({
  ...sampleOf(contract.message.send.output),
  to,
  text,
});

function taken({ path, messages }: Asked): Answer {
  if (!path.endsWith('/batch')) return { status: 202, body: createMessage(messages[0]!) };
  const results = messages.map((one) => ({
    status: 202,
    message: createMessage(one),
    problem: null,
  }));
  return { status: 200, body: { results } };
}
