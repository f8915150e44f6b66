import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { verifyWebhook } from '@textloom/shared/webhooks';
import type { Event } from '@textloom/shared/contract';

export interface Delivered {
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
  readonly event: Event;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

export interface Hook {
  readonly url: string;
  readonly deliveries: Delivered[];
  /** Handles the next deliveries. By default, the receiver responds with 200. */
  response: (response: ServerResponse, count: number) => void;
}

export interface Receiver {
  /** Returns a new address. */
  readonly hook: () => Hook;
  readonly close: () => Promise<void>;
}

/** Opens a receiver of webhooks that has a URL for each test and stores what it receives. */
export async function openReceiver(): Promise<Receiver> {
  const hooks = new Map<string, Hook>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const hook = hooks.get(request.url!);
      if (!hook) {
        response.writeHead(404).end();
        return;
      }
      const body = Buffer.concat(chunks).toString();
      hook.deliveries.push({
        headers: request.headers as Delivered['headers'],
        body,
        event: JSON.parse(body) as Event,
        at: Date.now(),
      });
      hook.response(response, hook.deliveries.length);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    hook: () => {
      const path = `/hook-${hooks.size + 1}`;
      const hook: Hook = {
        url: `http://127.0.0.1:${port}${path}`,
        deliveries: [],
        response: (response) => response.end('OK'),
      };
      hooks.set(path, hook);
      return hook;
    },
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/** Verifies the signature of a delivery with the secret, and returns its event. */
export const verified = ({ headers, body, at }: Delivered, secret: string): Event =>
  verifyWebhook({ header: (name) => headers[name], body }, [secret], {
    toleranceSeconds: 300,
    now: at,
  });
