import { afterEach, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { bind, type Session } from '../../../../service/carriers/smpp/session.ts';
import { until } from '../../harness/until.ts';

let server: Server;
let other: Socket;
let session: Session;
afterEach(() => {
  session.end();
  other.destroy();
  server.close();
});

/** Opens a carrier that accepts a bind, reads nothing more, and closes its side of the link. */
async function openDeafCarrier(): Promise<number> {
  server = createServer({ allowHalfOpen: true }, (socket) => {
    other = socket;
    socket.on('error', () => undefined);
    socket.once('data', () => {
      const response = Buffer.alloc(17);
      for (const [index, value] of [17, 0x8000_0009, 0, 1].entries())
        response.writeUInt32BE(value, index * 4);
      socket.write(response);
      socket.pause();
      setTimeout(() => socket.end(), 200);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

it('a session ends once it cannot send, although the connection stays open', async () => {
  const port = await openDeafCarrier();
  const login = { systemId: 'textloom', password: '', systemType: '' };
  session = await bind(
    { host: '127.0.0.1', port, tls: false, ...login },
    () => undefined,
    new AbortController().signal,
  );
  const errors: string[] = [];
  const request = (fields: Record<string, Buffer>) =>
    void session
      .request('submit_sm', fields)
      .catch((error: unknown) => errors.push(error instanceof Error ? error.message : 'unknown'));
  // This is more than the buffers of the connection hold.
  for (let count = 0; count < 300; count++) request({ message_payload: Buffer.alloc(60_000) });
  await until('the session cannot send', () => {
    request({});
    return errors.includes('The link is closed');
  });
  expect(errors).not.toContain('The link was lost');
  await until('each submit has a result', () => errors.includes('The link was lost'));
  expect(await session.ended).toBeUndefined();
});
