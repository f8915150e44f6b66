import { describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { newKey, runToEnd } from './process.ts';
import { waitForDatabase } from '../../service/store/waitForDatabase.ts';

const fields = (severity: string, code: string) =>
  `S${severity}\0V${severity}\0C${code}\0Msecret words\0\0`;
const errorOf = (code: string): Buffer => {
  const body = Buffer.from(fields('FATAL', code));
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
};
const welcome = Buffer.from('520000000800000000' + '5a0000000549', 'hex');

/** What a PostgreSQL says that answers with these errors one after the other, and then lets in. */
async function openServer(codes: string[]): Promise<{ url: string; server: Server }> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      const code = codes.shift();
      if (code) socket.end(errorOf(code));
      else socket.write(welcome);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `postgres://user:password@127.0.0.1:${port}/textloom`, server };
}

describe('a start', () => {
  it('waits for a database that is starting up, and says so', async () => {
    const { url, server } = await openServer(['57P03', '53300']);
    const said: string[] = [];
    await waitForDatabase({ databaseUrl: url, seconds: 60, say: (one) => said.push(one) });
    const { host } = new URL(url);
    expect(said).toEqual([
      `Waiting for the database at ${host}, up to 60 seconds (attempt 1: 57P03)`,
      `Waiting for the database at ${host}, up to 60 seconds (attempt 2: 53300)`,
    ]);
    server.close();
  });

  it.each(['28P01', '28000', '3D000'])('does not wait where the answer is %s', async (code) => {
    const { url, server } = await openServer([code]);
    const said: string[] = [];
    const waiting = waitForDatabase({
      databaseUrl: url,
      seconds: 60,
      say: (one) => said.push(one),
    });
    await expect(waiting).rejects.toMatchObject({ code });
    expect(said).toEqual([]);
    server.close();
  });

  it('ends with what to do, and without the password, when the wait is over', async () => {
    const { url, server } = await openServer([]);
    server.close();
    await once(server, 'close');
    const { code, output } = await runToEnd({
      DATABASE_URL: url,
      API_KEY: newKey(),
      DATABASE_WAIT_SECONDS: '3',
    });
    expect(code).toBe(1);
    expect(output).toContain(`Waiting for the database at ${new URL(url).host}, up to 3 seconds`);
    expect(output).toMatch(/does not answer\. Check that PostgreSQL is running/);
    expect(output).not.toContain('password');
  });
});
