import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../service/harness/until.ts';
import { freePort } from '../../scripts/programs/port.ts';

/** HAProxy runs in front of PostgreSQL servers and routes to the primary. */
export interface Haproxy {
  readonly port: number;
  readonly close: () => Promise<void>;
}

const int32 = (value: number): Buffer => {
  const octets = Buffer.alloc(4);
  octets.writeInt32BE(value);
  return octets;
};
const framed = (type: string, body: Buffer): Buffer =>
  Buffer.concat([Buffer.from(type), int32(body.length + 4), body]);
const text = (value: string): Buffer => Buffer.from(`${value}\0`);

/**
 * Asks a server, in the protocol of PostgreSQL, whether it is a standby, and holds the response of
 * a primary.
 */
const question = {
  startup: framed(
    '',
    Buffer.concat([
      int32(196_608),
      ...['user', 'postgres', 'database', 'postgres', ''].map((word) => text(word)),
    ]),
  ),
  isReady: framed('Z', Buffer.from('I')),
  query: framed('Q', text('select pg_is_in_recovery()')),
  isPrimary: framed('D', Buffer.concat([Buffer.from([0, 1]), int32(1), Buffer.from('f')])),
};
const hex = (octets: Buffer): string => octets.toString('hex');

export async function openHaproxy(ports: readonly number[]): Promise<Haproxy> {
  const folder = await mkdtemp(join(tmpdir(), 'textloom-haproxy-'));
  const file = join(folder, 'haproxy.cfg');
  const port = await freePort();
  await writeFile(
    file,
    `defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
  timeout check 2s
listen primary
  bind 127.0.0.1:${port}
  option tcp-check
  tcp-check connect
  tcp-check send-binary ${hex(question.startup)}
  tcp-check expect binary ${hex(question.isReady)}
  tcp-check send-binary ${hex(question.query)}
  tcp-check expect binary ${hex(question.isPrimary)}
  default-server check inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${ports.map((to, at) => `  server postgres${at} 127.0.0.1:${to}\n`).join('')}`,
  );
  const child = spawn('haproxy', ['-db', '-f', file], { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const failed = new Promise<Error>((done) => child.once('error', done));
  await until('HAProxy runs', async () => {
    if (child.exitCode !== null) throw new Error(`HAProxy did not start:\n${said}`);
    const listens = new Promise<boolean>((done) => {
      const socket = connect(port, '127.0.0.1');
      socket.on('connect', () => done(true)).on('error', () => done(false));
      socket.on('connect', () => socket.destroy());
    });
    const isMissing = failed.then((cause) => {
      throw new Error('HAProxy is missing. Install the package haproxy.', { cause });
    });
    return Promise.race([listens, isMissing]);
  });
  // HAProxy trusts every server until its first checks.
  await until('HAProxy knows the standbys', () => said.split(' is DOWN').length === ports.length);
  return {
    port,
    close: async () => {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      await rm(folder, { recursive: true });
    },
  };
}
