import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Answer {
  readonly status: number;
  readonly body: object;
}

/** Starts a service that returns the given responses and records its requests. */
export async function startFarSide(answer: (asked: string, body: unknown) => Answer) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    let content = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (content += chunk));
    request.on('end', () => {
      const what = `${request.method} ${request.url}`;
      asked.push(what);
      const { status, body } = answer(what, content === '' ? undefined : JSON.parse(content));
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(status === 204 ? undefined : JSON.stringify(body));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    asked,
    authData: { base_url: `http://127.0.0.1:${port}/v1`, api_key: 'tl_send_key' },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
