import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openProvider, type ProviderDialect, type ProviderEmulator } from './providerEmulator.ts';

/** `refusing` accepts no connection, and `broken` responds to everything with 503. */
export type ProviderState = 'up' | 'refusing' | 'broken';

export interface SwitchedProvider {
  readonly emulator: ProviderEmulator;
  /** The entry of `CARRIERS` without its name. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly turn: (state: ProviderState) => Promise<void>;
  /** Returns how many requests asked for the path `/probe`. */
  readonly probes: () => number;
  readonly close: () => Promise<void>;
}

/** Opens a provider that can die and come back at the same address. */
export async function openSwitchedProvider(dialect: ProviderDialect): Promise<SwitchedProvider> {
  const emulator = await openProvider(dialect, { repeatsCallbacks: true });
  let state: ProviderState = 'up';
  let probes = 0;

  const forward = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    if (incoming.url === '/probe') probes++;
    if (state === 'broken') {
      response.writeHead(503).end();
      return;
    }
    if (incoming.url === '/probe') {
      response.end();
      return;
    }
    const forwarded = await fetch(emulator.url + incoming.url!, {
      method: incoming.method!,
      headers: {
        authorization: incoming.headers.authorization ?? '',
        'content-type': incoming.headers['content-type'] ?? '',
      },
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    });
    response.writeHead(forwarded.status).end(await forwarded.text());
  };
  const open = (port: number) => {
    const server = createServer((incoming, response) => {
      forward(incoming, response).catch(() => response.destroy());
    });
    return new Promise<typeof server>((done) =>
      server.listen(port, '127.0.0.1', () => done(server)),
    );
  };
  let server = await open(0);
  const { port } = server.address() as AddressInfo;
  const shut = () =>
    new Promise<unknown>((done) => {
      server.close(done);
      server.closeAllConnections();
    });

  return {
    emulator,
    settings: dialect.settings(`http://127.0.0.1:${port}`),
    turn: async (next) => {
      if (next === 'refusing') await shut();
      else if (state === 'refusing') server = await open(port);
      state = next;
    },
    probes: () => probes,
    close: async () => {
      await shut();
      await emulator.close();
    },
  };
}
