import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../programs/port.ts';

/** The programs of the Debian package `kannel`. */
const programs = { bearerbox: '/usr/sbin/bearerbox', smsbox: '/usr/sbin/smsbox' };
const startSeconds = 20;

export const hasKannel = (): boolean => Object.values(programs).every((path) => existsSync(path));

/**
 * Starts Kannel, a gateway in C, with its default store in memory, and a message center that
 * accepts every message. Returns the URL of its HTTP interface, and the processes that work.
 */
export async function startKannel(): Promise<{
  readonly url: string;
  readonly pids: readonly number[];
  readonly stop: () => Promise<void>;
}> {
  const [admin, box, center, http] = await Promise.all([1, 2, 3, 4].map(() => freePort()));
  const folder = await mkdtemp(join(tmpdir(), 'textloom-kannel-'));
  const file = join(folder, 'kannel.conf');
  await writeFile(
    file,
    `group = core
admin-port = ${admin}
admin-password = bench
smsbox-port = ${box}
box-allow-ip = 127.0.0.1
log-level = 4

group = smsc
smsc = fake
port = ${center}
connect-allow-ip = 127.0.0.1

group = smsbox
bearerbox-host = 127.0.0.1
sendsms-port = ${http}
log-level = 4

group = sendsms-user
username = ${kannelUser.name}
password = ${kannelUser.password}
max-messages = 10

group = sms-service
keyword = default
text = ""
`,
  );
  const start = (path: string) => spawn(path, ['-v', '4', file], { stdio: 'ignore' });
  const running = [start(programs.bearerbox)];
  const stop = async () => {
    await Promise.all(running.toReversed().map(end));
    await rm(folder, { recursive: true });
  };
  try {
    const phone = await connectTo(center!);
    // The fake center writes each message to its connection.
    phone.resume();
    running.push(start(programs.smsbox));
    (await connectTo(http!)).destroy();
    // The boxes find each other.
    await sleep(1_000);
    return {
      url: `http://127.0.0.1:${http}`,
      pids: running.map(({ pid }) => pid!),
      stop: async () => {
        phone.destroy();
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

export const kannelUser = { name: 'bench', password: 'bench' };

/** Connects to a program that is starting. */
async function connectTo(port: number): Promise<Socket> {
  const deadline = Date.now() + startSeconds * 1_000;
  for (;;) {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.on('error', () => undefined);
    const isOpen = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'close').then(() => false),
    ]).catch(() => false);
    if (isOpen) return socket;
    if (Date.now() > deadline)
      throw new Error(`Kannel did not open its port ${port} within ${startSeconds} seconds`);
    await sleep(100);
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}
