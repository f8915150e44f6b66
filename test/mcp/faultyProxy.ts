import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { startServer } from '../../scripts/programs/startServer.ts';

/** What the network does to a request. In all cases but `refused`, it reaches the service. */
const fates = ['fine', 'lost', 'late', 'doubled', 'refused', 'fine'] as const;
export type Fate = (typeof fates)[number];

export interface FaultyProxy {
  readonly url: string;
  /** Counts the requests to send a message by their fate. */
  readonly counts: Map<Fate, number>;
  /** Waits for the next request to send a message. */
  readonly nextArrival: () => Promise<unknown>;
  /** From now on, every request is fine. */
  readonly calm: () => void;
  readonly close: () => Promise<void>;
}

/** How long the response to a late request takes. */
const lateMs = 3_000;

/** Starts a proxy of a service that loses, delays, doubles and refuses requests to send. */
export async function openFaultyProxy(target: string): Promise<FaultyProxy> {
  const counts = new Map<Fate, number>();
  let isCalm = false;
  let arrival = Promise.withResolvers<unknown>();
  let sends = 0;
  const chooseFate = ({ method, url }: IncomingMessage): Fate => {
    if (isCalm || method !== 'POST' || !url!.endsWith('/messages')) return 'fine';
    arrival.resolve(undefined);
    arrival = Promise.withResolvers();
    const fate = fates[sends++ % fates.length]!;
    counts.set(fate, (counts.get(fate) ?? 0) + 1);
    return fate;
  };
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await buffer(request);
    const forward = () =>
      fetch(target + request.url!, {
        method: request.method!,
        headers: Object.entries(request.headers).flatMap(([name, value]) =>
          ['host', 'connection', 'content-length', 'transfer-encoding'].includes(name)
            ? []
            : [[name, String(value)] as [string, string]],
        ),
        ...(body.length > 0 && { body }),
      });
    const fate = chooseFate(request);
    if (fate === 'refused') return void response.writeHead(503, { 'retry-after': '0' }).end();
    const [answer] = await Promise.all(fate === 'doubled' ? [forward(), forward()] : [forward()]);
    if (fate === 'lost') return void request.socket.destroy();
    if (fate === 'late') await sleep(lateMs);
    response.writeHead(answer.status, {
      'content-type': answer.headers.get('content-type') ?? 'text/plain',
      ...(answer.headers.has('retry-after') && { 'retry-after': '0' }),
      ...(answer.headers.has('idempotent-replayed') && { 'idempotent-replayed': 'true' }),
    });
    response.end(Buffer.from(await answer.arrayBuffer()));
  };
  const { url, stop } = await startServer((request, response) =>
    serve(request, response).catch(() => request.socket.destroy()),
  );
  return {
    url,
    counts,
    nextArrival: () => arrival.promise,
    calm: () => (isCalm = true),
    close: stop,
  };
}
