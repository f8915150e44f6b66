import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Proxy {
  readonly url: string;
  /** Method and path of each request, in order. */
  readonly asked: string[];
  readonly stop: () => Promise<void>;
}

/** Stands between n8n and a service, and keeps the answer to the first request of this kind to itself. */
export async function startProxy(target: string, losing: string): Promise<Proxy> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const one = `${method} ${url}`;
      const isLost = one === losing && !asked.includes(losing);
      asked.push(one);
      const { host, connection, ...others } = headers;
      const body = Buffer.concat(chunks);
      const forwarded = fetch(target + url, {
        method,
        headers: others as Record<string, string>,
        ...(body.length > 0 && { body }),
      });
      void forwarded
        .then(async (answer) => {
          const content = Buffer.from(await answer.arrayBuffer());
          if (isLost) return void request.socket.destroy();
          response.writeHead(answer.status, {
            'content-type': answer.headers.get('content-type') ?? 'application/json',
          });
          response.end(content);
        })
        .catch(() => void request.socket.destroy());
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
