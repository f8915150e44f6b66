import { describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { TLSSocket, type TLSSocketOptions } from 'node:tls';
import { newKey, runToEnd } from '../harness/process.ts';
import { explainFailure } from '../../../service/cli/explainFailure.ts';
import { classifyFailure } from '../../../service/store/databaseFailure.ts';
import { waitForDatabase } from '../../../service/store/connections/waitForDatabase.ts';

const frame = (type: string, body: Buffer): Buffer => {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
};
const createError = (code: string): Buffer =>
  frame('E', Buffer.from(`SFATAL\0VFATAL\0C${code}\0Msecret words\0\0`));
const ready = frame('Z', Buffer.from('I'));
const welcome = Buffer.concat([frame('R', Buffer.alloc(4)), ready]);
/** Returns one row with one boolean column. */
const attemptConnection = (value: 't' | 'f'): Buffer =>
  Buffer.concat([
    frame(
      'T',
      Buffer.from(
        '0001' +
          Buffer.from('is_standby\0').toString('hex') +
          '000000000000' +
          '00000010' +
          '0001' +
          'ffffffff' +
          '0000',
        'hex',
      ),
    ),
    frame('D', Buffer.from('0001' + '00000001' + Buffer.from(value).toString('hex'), 'hex')),
    frame('C', Buffer.from('SELECT 1\0')),
    ready,
  ]);

/**
 * Opens a PostgreSQL server that responds to one connection after the other with these errors, or
 * as a standby, and then as a primary.
 */
async function openServer(responses: string[]): Promise<{ url: string; server: Server }> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      const response = responses.shift();
      if (response !== undefined && response !== 'standby') {
        socket.end(createError(response));
        return;
      }
      socket.write(welcome);
      socket.on('data', (data) => {
        if (data.toString('latin1', 0, 1) === 'Q')
          socket.write(attemptConnection(response === 'standby' ? 't' : 'f'));
      });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `postgres://user:password@127.0.0.1:${port}/textloom`, server };
}

/** Returns a key, followed by a certificate that no authority knows. */
const makeCertificate = (): string =>
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
      ...['-days', '2', '-subj', '/CN=localhost', '-keyout', '-'],
    ],
    { stdio: 'pipe', encoding: 'utf8' },
  );
const pem = makeCertificate();
const selfSigned: TLSSocketOptions = { key: pem, cert: pem };

/** Opens a PostgreSQL server that says whether it offers TLS, and offers it with these options. */
async function openTlsServer(options: TLSSocketOptions | undefined) {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write(options ? 'S' : 'N');
      if (options)
        new TLSSocket(socket, { isServer: true, ...options }).on('error', () => undefined);
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
    const reports: string[] = [];
    await waitForDatabase({ databaseUrl: url, seconds: 60, report: (one) => reports.push(one) });
    const { host } = new URL(url);
    expect(reports).toEqual([
      `Waiting for the database at ${host}, up to 60 seconds (attempt 1: 57P03)`,
      `Waiting for the database at ${host}, up to 60 seconds (attempt 2: 53300)`,
    ]);
    server.close();
  });

  it('waits for the primary if a standby responds', async () => {
    const { url, server } = await openServer(['standby', '57P03', 'standby']);
    const reports: string[] = [];
    await waitForDatabase({ databaseUrl: url, seconds: 60, report: (one) => reports.push(one) });
    expect(reports.map((one) => /: (\w+)\)$/.exec(one)?.[1])).toEqual(['25006', '57P03', '25006']);
    server.close();
  });

  it.each([
    ['28P01', /rejects the password/],
    ['28000', /rejects the user/],
    ['3D000', /does not exist/],
    ['55000', /accepts no connections\. Run/],
    ['42501', /may not connect to the database\. Grant it CONNECT/],
  ])('does not wait after the error %s, and says what to do', async (code, sentence) => {
    const { url, server } = await openServer([code]);
    const reports: string[] = [];
    const waiting = waitForDatabase({
      databaseUrl: url,
      seconds: 60,
      report: (one) => reports.push(one),
    });
    const error: unknown = await waiting.catch((error: unknown) => error);
    // The same error of a running service gets 503, because an operator can repair it.
    expect(classifyFailure(error)).toBe('refused');
    expect(explainFailure(error)).toMatch(sentence);
    expect(reports).toEqual([]);
    server.close();
  });

  it.each([
    ['does not offer TLS', undefined, /PostgreSQL does not offer TLS\. .*remove sslmode/],
    ['has a self-signed certificate', selfSigned, /certificate of PostgreSQL is not trusted\. /],
    ['offers no suitable TLS', {}, /TLS connection to PostgreSQL fails\. Check/],
  ])('does not wait if the server %s, and says what to do', async (_what, tls, sentence) => {
    const { url, server } = await openTlsServer(tls);
    const reports: string[] = [];
    try {
      const error: unknown = await waitForDatabase({
        databaseUrl: `${url}?sslmode=verify-full`,
        seconds: 3,
        report: (one) => reports.push(one),
      }).catch((error: unknown) => error);
      expect(explainFailure(error)).toMatch(sentence);
      expect(reports).toEqual([]);
    } finally {
      server.close();
    }
  });

  it('says what to do if another session holds a lock on the tables', () => {
    const cause = Object.assign(new Error('lock timeout'), { code: '55P03' });
    expect(explainFailure(new Error('The tables', { cause }))).toBe(
      'Another session holds a lock on the tables, such as a backup. Wait for it or end it (pg_locks), then start again.',
    );
  });

  it.each(['/none.pem', '/'])(
    'does not wait if the certificate file is %s, and says what to check',
    async (file) => {
      const error: unknown = await waitForDatabase({
        databaseUrl: `postgres://127.0.0.1:1/textloom?sslrootcert=${file}`,
        seconds: 3,
        report: () => undefined,
      }).catch((error: unknown) => error);
      expect(explainFailure(error)).toMatch(/^A file in DATABASE_URL cannot be read\./);
    },
  );

  it.each(['prefer', 'require', 'verify-ca'])(
    'verifies the server with sslmode=%s, and prints no warning of the driver',
    async (sslmode) => {
      const { url, server } = await openTlsServer(selfSigned);
      const { code, output } = await runToEnd({ DATABASE_URL: `${url}?sslmode=${sslmode}` });
      server.close();
      expect(code).toBe(1);
      expect(output.trim().split('\n')).toEqual([
        expect.stringMatching(/certificate of PostgreSQL is not trusted\. /),
      ]);
    },
  );

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
    expect(output).toMatch(/does not respond\. Check that PostgreSQL is running/);
    expect(output).not.toContain('password');
  });
});
