import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface MediaServer {
  readonly url: string;
  /** How often `/failing` still fails. */
  failures: number;
  readonly requestsOf: (path: string) => readonly { readonly headers: IncomingHttpHeaders }[];
  /** Lets `/slow` respond. */
  readonly release: () => void;
  readonly close: () => Promise<void>;
}

/** Opens a server that does not belong to the provider. */
export async function openMediaServer(): Promise<MediaServer> {
  const requests: { path: string; headers: IncomingHttpHeaders }[] = [];
  const slow: ServerResponse[] = [];
  const picture = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from('small')]);
  const served: MediaServer = {
    url: '',
    failures: 0,
    requestsOf: (path) => requests.filter((request) => request.path === path),
    release: () => slow.splice(0).forEach((response) => response.end(picture)),
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
  const server = createServer(({ url: path = '', headers }, response): unknown => {
    requests.push({ path, headers });
    const [name, query = ''] = path.split('?');
    const send = (body: string | Buffer, contentType = 'image/jpeg') =>
      response.writeHead(200, { 'content-type': contentType }).end(body);
    const redirect = (location: string) => response.writeHead(307, { location }).end();
    switch (name) {
      case '/failing':
        return served.failures-- > 0 ? response.writeHead(500).end() : send(picture);
      case '/slow':
        return slow.push(response);
      case '/redirect':
        return redirect(decodeURIComponent(query));
      case '/loop':
        return redirect(path);
      case '/announced':
        return response.writeHead(200, { 'content-length': 6 * 1024 * 1024 }).write(picture);
      case '/endless':
        return sendForever(response, picture);
      case '/page':
        return send('<!doctype html><script>alert(1)</script>');
      case '/drawing':
        return send('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>', 'image/svg+xml');
      case '/empty':
        return send('');
      default:
        return send(picture);
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return Object.assign(served, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  });
}

function sendForever(response: ServerResponse, first: Buffer): ServerResponse {
  const chunk = Buffer.alloc(65_536);
  const more = () => {
    while (!response.destroyed && response.write(chunk));
  };
  response.write(first);
  more();
  return response.on('drain', more);
}
