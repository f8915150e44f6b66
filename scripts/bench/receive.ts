import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Message } from '@textloom/shared/contract';
import { verifyWebhook } from '@textloom/shared/webhooks';

/** The report of the process that receives deliveries. */
export interface Received {
  /** Message IDs, each with the IDs of its events. */
  readonly events: readonly (readonly [string, readonly string[]])[];
  /** Deliveries with an invalid signature. */
  readonly unsigned: number;
  /** The time of the last new delivery, in milliseconds since the epoch. */
  readonly lastAt: number;
}

/**
 * Receives webhooks in a separate process, so that its work does not add to the latency of the
 * sender.
 */
function receive(secret: string): void {
  const events = new Map<string, Set<string>>();
  let unsigned = 0;
  let lastAt = 0;
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      response.end();
      try {
        const header = (name: string) => request.headers[name] as string | undefined;
        const event = verifyWebhook({ header, body }, [secret], {
          toleranceSeconds: 300,
          now: Date.now(),
        });
        const { id } = event.data as Message;
        events.set(id, (events.get(id) ?? new Set()).add(event.id));
        lastAt = Date.now();
      } catch {
        unsigned++;
      }
    });
  });
  server.listen(0, '127.0.0.1', () => {
    process.send!(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  });
  process.on('message', () => {
    const received: Received = {
      events: [...events].map(([id, eventIds]) => [id, [...eventIds]]),
      unsigned,
      lastAt,
    };
    process.send!(received);
  });
  process.on('disconnect', () => process.exit());
}

process.once('message', receive);
