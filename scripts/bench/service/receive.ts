import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Message } from '@textloom/shared/contract';
import { verifyWebhook } from '@textloom/shared/webhooks';
import { secret } from './sides.ts';

/** The report of the process that receives deliveries. */
export interface Received {
  /** Message IDs, each with the IDs of its events. */
  readonly events: readonly (readonly [string, readonly string[]])[];
  /** Deliveries with an invalid signature. */
  readonly unsigned: number;
  /** The time of the last new delivery, in milliseconds since the epoch. */
  readonly lastAt: number;
}

/** Receives webhooks of Textloom, and reports of Kannel, whose URL contains the ID. */
function receive(): void {
  const events = new Map<string, Set<string>>();
  let unsigned = 0;
  let lastAt = 0;
  const add = (id: string, eventId: string) => {
    events.set(id, (events.get(id) ?? new Set()).add(eventId));
    lastAt = Date.now();
  };
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      response.end();
      const id = new URL(request.url!, 'http://localhost').searchParams.get('id');
      try {
        if (id === null) {
          const header = (name: string) => request.headers[name] as string | undefined;
          const event = verifyWebhook({ header, body }, [secret], {
            toleranceSeconds: 300,
            now: Date.now(),
          });
          add((event.data as Message).id, event.id);
        } else add(id, randomUUID());
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

receive();
