import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Message } from '@textloom/shared/contract';
import { verifyWebhook } from '@textloom/shared/webhooks';

/** What the process that takes the deliveries tells when it is asked. */
export interface Received {
  /** Ids of messages, each with those of the events that told of it. */
  readonly events: readonly (readonly [string, readonly string[]])[];
  /** Deliveries whose signature did not hold. */
  readonly unsigned: number;
  /** When the last one that was new came; milliseconds since the epoch. */
  readonly lastAt: number;
}

/** The far side of a webhook, in a process of its own: its work is not to be taken for waiting of who sends. */
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
      events: [...events].map(([id, told]) => [id, [...told]]),
      unsigned,
      lastAt,
    };
    process.send!(received);
  });
  process.on('disconnect', () => process.exit());
}

process.once('message', receive);
