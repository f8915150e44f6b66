import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { signWebhook } from '@textloom/shared/webhooks';
import { startServiceProcess, type ServiceProcess } from '../../../scripts/serviceProcess.ts';
import { databaseWithTables } from '../../service/harness/database.ts';
import { until } from '../../service/harness/until.ts';
import { installPackage, nodeProgram, removePackage } from '../package/nodePackage.ts';
import { freePort } from '../../../scripts/programs/port.ts';

const sdks = resolve(import.meta.dirname, '../../../sdks');
const emptyFolder = () => mkdtemp(join(tmpdir(), 'textloom-receiver-'));

let nodeProject: string;
let service: ServiceProcess;
beforeAll(async () => {
  nodeProject = await installPackage('fastify@5.12.8');
  service = await startServiceProcess({ database: await databaseWithTables() });
});
afterAll(async () => {
  await service.stop();
  await removePackage(nodeProject);
});

interface Receiver {
  readonly name: string;
  readonly sdk: string;
  readonly file: string;
  /** Returns a folder with nothing but the installed client. */
  readonly project: () => Promise<string>;
  readonly command: (port: number) => Promise<readonly [string, ...string[]]>;
  readonly environment?: Readonly<Record<string, string>>;
}

const onNode = (version: number): Receiver => ({
  name: `Node.js ${version}`,
  sdk: 'node',
  file: 'receiver.mjs',
  project: async () => nodeProject,
  command: async () => [await nodeProgram(version), 'receiver.mjs'],
});

const receivers: readonly Receiver[] = [
  ...[20, 22, 24].map(onNode),
  {
    name: 'Python',
    sdk: 'python',
    file: 'receiver.py',
    project: emptyFolder,
    command: async () => ['python3', 'receiver.py'],
    environment: { PYTHONPATH: join(sdks, 'python'), PYTHONDONTWRITEBYTECODE: '1' },
  },
  {
    name: 'PHP',
    sdk: 'php',
    file: 'receiver.php',
    project: async () => {
      const folder = await emptyFolder();
      await mkdir(join(folder, 'vendor'));
      const autoload = join(sdks, 'php/tests/autoload.php');
      await writeFile(join(folder, 'vendor/autoload.php'), `<?php require '${autoload}';`);
      return folder;
    },
    command: async (port) => ['php', '-S', `127.0.0.1:${port}`, 'receiver.php'],
  },
];

/** Returns the receiver in a README, as a reader copies it. */
async function programIn(sdk: string): Promise<string> {
  const readme = await readFile(join(sdks, sdk, 'README.md'), 'utf8');
  const [, section] = readme.split('\n## Webhooks\n');
  return /^```(?:js|python|php)\n([^]*?)^```$/m.exec(section!)![1]!;
}

describe.each(receivers)('the receiver in the README for $name', (receiver) => {
  let folder: string;
  let port: number;
  let secret: string;
  let webhookId: string;
  let child: ChildProcess;
  let said = '';

  const start = async () => {
    const [command, ...args] = await receiver.command(port);
    child = spawn(command, args, {
      cwd: folder,
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        PORT: String(port),
        TEXTLOOM_WEBHOOK_SECRET: secret,
        ...receiver.environment,
      },
    });
    for (const stream of [child.stdout!, child.stderr!])
      stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
    await until('the receiver listens', () => isListening(port));
  };
  const stop = async () => {
    const ended = once(child, 'exit');
    child.kill();
    await ended;
  };
  const handled = (eventId: string) => said.match(new RegExp(`${eventId} \\S`, 'g'))?.length ?? 0;
  const deliver = async () => {
    const { event_id: id } = await service.client.webhook.test({ id: webhookId });
    await until('the event is handled', () => handled(id) > 0);
    return id;
  };
  const redeliver = async (id: string, attempts: number) => {
    await service.client.event.redeliver({ id });
    return until('the attempt is in the log', async () => {
      const { data } = await service.client.event.deliveries({ id });
      return data.length === attempts && data;
    });
  };

  beforeAll(async () => {
    folder = await receiver.project();
    await writeFile(join(folder, receiver.file), await programIn(receiver.sdk));
    port = await freePort();
    const webhook = await service.client.webhook.create({
      url: `http://127.0.0.1:${port}/webhooks`,
      events: ['message.received', 'webhook.test'],
    });
    webhookId = webhook.id;
    secret = webhook.secret!;
    await start();
  });
  afterAll(async () => {
    await stop();
    await service.client.webhook.delete({ id: webhookId });
    await rm(join(folder, 'events'), { recursive: true });
    if (folder !== nodeProject) await rm(folder, { recursive: true });
  });

  it('accepts an event of the service, and handles it once, even after a restart', async () => {
    const id = await deliver();
    await redeliver(id, 2);
    await stop();
    await start();
    for (const { status_code: status } of await redeliver(id, 3)) expect(status).toBe(204);
    expect(handled(id)).toBe(1);
    expect(await readdir(join(folder, 'events'))).toEqual([`${id}.json`]);
  });

  it('shows a text that arrives', async () => {
    const { data } = await service.client.number.list({});
    await service.textFrom('+12025550160', data[0]!.number, 'Where is my order?');
    await until('the text is handled', () => said.includes('+12025550160 Where is my order?'));
  });

  it.each([
    ['that another secret signs', { secret: `whsec_${'A'.repeat(32)}` }],
    ['that was changed', { change: ' ' }],
    ['that is too old', { age: 301 }],
    ['without a signature', { headers: {} }],
    ['without a body', { headers: {}, body: '' }],
  ] as const)('refuses a delivery %s, and handles nothing', async (_, forgery) => {
    const { change = '', age = 0, ...given }: Forgery = forgery;
    const event = { id: 'evt_forged', type: 'webhook.test', timestamp: '', data: {} };
    const delivery = {
      id: event.id,
      timestamp: Math.floor(Date.now() / 1000) - age,
      body: given.body ?? JSON.stringify(event),
    };
    const before = await readdir(join(folder, 'events'));
    said = '';
    const { status } = await fetch(`http://127.0.0.1:${port}/webhooks`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(given.headers ?? signWebhook(delivery, [given.secret ?? secret])),
      },
      body: delivery.body + change,
    });
    expect(status).toBe(401);
    await until('the reason is in the log', () => said.includes('Refused a delivery: '));
    expect(handled('evt_forged')).toBe(0);
    expect(await readdir(join(folder, 'events'))).toEqual(before);
  });
});

interface Forgery {
  readonly secret?: string;
  readonly change?: string;
  readonly age?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

const isListening = (port: number): Promise<boolean> =>
  new Promise((answer) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => answer(true)).once('error', () => answer(false));
    socket.once('connect', () => socket.destroy());
  });
