import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Answer {
  readonly status: number;
  /** A string is the body of a proxy, in HTML. */
  readonly body: object | string;
  readonly headers?: Record<string, string>;
}

/**
 * Starts a service that returns the given responses, or ends the connection without one, and
 * records its requests.
 */
export async function startFarSide(
  answer: (
    asked: string,
    body: unknown,
    headers: NodeJS.Dict<string | string[]>,
  ) => Answer | undefined | Promise<Answer>,
) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    let content = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (content += chunk));
    const respond = async () => {
      const what = `${request.method} ${request.url}`;
      asked.push(what);
      const sent: unknown = content === '' ? undefined : JSON.parse(content);
      const answered = await answer(what, sent, request.headers);
      if (!answered) {
        request.socket.destroy();
        return;
      }
      const { status, body, headers } = answered;
      const isPage = typeof body === 'string';
      const type = isPage ? 'text/html' : 'application/json';
      response.writeHead(status, { 'content-type': type, ...headers });
      response.end(status === 204 ? undefined : isPage ? body : JSON.stringify(body));
    };
    request.on('end', () => void respond());
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
