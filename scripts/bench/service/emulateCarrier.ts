import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { openSmsc } from '../../../test/service/carriers/smpp/smsc.ts';
import { openConnection, type Connection } from './connection.ts';

/*
 * The other side of a carrier, in a separate process: it accepts every message, and reports after
 * a millisecond that it is delivered. It sends the settings of the carrier to its parent process.
 */

export type EmulatedType = 'smpp' | 'http';

const emulators: Record<EmulatedType, () => Promise<Readonly<Record<string, unknown>>>> = {
  smpp: async () => {
    const { port } = await openSmsc();
    // The recipients differ only in their area codes, so the IDs must be unambiguous.
    return { host: '127.0.0.1', port, system_id: 'bench', receipt_ids: 'same' };
  },

  http: async () => {
    let accepted = 0;
    const server = createServer((request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
      request.on('end', () => {
        const { callback } = JSON.parse(body) as { callback: string };
        const id = `bench-${++accepted}`;
        response.writeHead(202, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ id }));
        void sleep(1).then(() => report(callback, JSON.stringify({ id, status: 'delivered' })));
      });
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    return {
      base_url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      callback_secret: 'the benchmark knows this secret',
      body: { to: '{to}', from: '{from}', text: '{text}', callback: '{callback}' },
      id_pointer: '/id',
      receipt_id_pointer: '/id',
      statuses: { delivered: 'delivered' },
    };
  },
};

const idle: Connection[] = [];

async function report(callback: string, body: string): Promise<void> {
  const { origin, pathname } = new URL(callback);
  const used = idle.pop();
  const connection = used ?? (await openConnection(origin));
  const posted = connection.post(pathname, ['content-type: application/json'], body);
  const reply = await posted.catch((error: unknown) => {
    if (used) return undefined;
    throw error;
  });
  // The service closes connections that were idle for a while.
  if (!reply) return report(callback, body);
  if (reply.status !== 200) throw new Error(`The service responded with status ${reply.status}`);
  idle.push(connection);
}

process.once('message', (type: EmulatedType) => {
  process.on('disconnect', () => process.exit());
  void emulators[type]().then((settings) => process.send!(settings));
});
