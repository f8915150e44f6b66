import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import answerTexts from '../connectors/n8n/examples/keyword-auto-responder.json' with { type: 'json' };
import sendAText from '../connectors/n8n/examples/send-a-text.json' with { type: 'json' };
import { buildConsole } from './buildConsole.ts';
import { withProgress } from './programs/log.ts';
import {
  executeWorkflow,
  importCredentials,
  importNewWorkflows,
  installN8n,
  installPackage,
  owner,
  publishWorkflow,
  startN8n,
  withCredential,
  type N8n,
  type Workflow,
} from './n8n/n8n.ts';
import { poll } from './poll.ts';
import { packageN8n } from './packageN8n.ts';
import { startServiceProcess, type ServiceProcess } from './serviceProcess.ts';

/**
 * Shows the whole product on one machine: the service, a real n8n with the packed connector, a text
 * that it sends, the delivery, a reply from the handset, and the response of the trigger workflow.
 */
const root = join(import.meta.dirname, '..');
const once = process.argv.includes('--once');
const handset = '+12025550123';
const question = 'Hours?';
const say = (line: string) => console.log(line);
const checked = (line: string) => console.log(`  ✓ ${line}`);

const cleanups: (() => Promise<unknown>)[] = [];
const stopAll = async () => {
  for (const stop of cleanups.splice(0).reverse()) await stop();
};
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    say('\nStopping …');
    void stopAll().then(() => process.exit(0));
  });
}

try {
  const folder = await demoFolder();
  const { service, n8n, isNew } = await startAll(folder);
  if (isNew) await runChecks(service, n8n);
  if (once) {
    await stopAll();
    say('The demo is complete.');
  } else {
    printUrls(service, n8n);
  }
} catch (error) {
  await stopAll();
  console.error(`\nThe demo failed: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}

/** With `--once`, the demo deletes its data. Otherwise, the next start uses the same data. */
async function demoFolder(): Promise<string> {
  if (!once) return join(root, '.textloom/demo');
  const folder = await mkdtemp(join(tmpdir(), 'textloom-demo-'));
  cleanups.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

interface Demo {
  readonly service: ServiceProcess;
  readonly n8n: N8n;
  /** Whether n8n had none of the workflows, which people change. */
  readonly isNew: boolean;
}

async function startAll(folder: string): Promise<Demo> {
  buildConsole(say);
  const tarball = await packageN8n(join(root, 'artifacts'), say);
  await installN8n({ root, log: say });

  say('Starting the service …');
  const apiKey = await keptKey(folder);
  const service = await withProgress(say, 'Starting the service', async () =>
    startServiceProcess({
      settings: {
        DATA_DIR: join(folder, 'service'),
        API_KEY: apiKey,
        PORT: String(await portNear(4010)),
      },
    }),
  );
  cleanups.push(service.stop);

  say('Putting the packed connector, a credential and two workflows into n8n …');
  const userFolder = join(folder, 'n8n');
  const place = { userFolder };
  await installPackage(userFolder, tarball);
  const credential = {
    id: 'textloomAccount',
    name: 'Textloom account',
    type: 'textloomApi',
    data: { baseUrl: service.baseUrl, apiKey },
  };
  await importCredentials(place, [credential]);
  const workflows = [sendAText, answerTexts] as unknown[] as Workflow[];
  const imported = await importNewWorkflows(
    place,
    workflows.map((workflow) => withCredential(workflow, credential)),
  );
  const n8n = await startN8n({
    userFolder,
    port: await portNear(5678),
    brokerPort: await portNear(5679),
    log: say,
  });
  cleanups.push(() => n8n.stop());
  return { service, n8n, isNew: imported.length === workflows.length };
}

async function runChecks(service: ServiceProcess, n8n: N8n): Promise<void> {
  say('\nProof, step by step:');
  await publishWorkflow(n8n, answerTexts.id);
  checked(`n8n is up, and the workflow "${answerTexts.name}" is subscribed to incoming texts`);

  const execution = await executeWorkflow(n8n, sendAText.id);
  const sent = execution.nodes['Send the text']?.[0]?.outputs[0]?.[0]?.json;
  if (execution.status !== 'success' || typeof sent?.id !== 'string') {
    throw new Error(
      `the workflow "${sendAText.name}" ended as ${execution.status}: ${execution.error?.message ?? 'no message was sent'}`,
    );
  }
  checked(`n8n ran "${sendAText.name}" and sent message ${sent.id}`);

  const messageId = sent.id;
  await waitFor(
    `message ${messageId} is delivered`,
    async () => (await service.client.message.get({ id: messageId })).status === 'delivered',
  );
  checked('its status is delivered');

  const before = await service.textsOn(handset);
  if (before.at(-1)?.text !== sent.text)
    throw new Error('the text on the handset differs from the sent text');
  checked(`the handset shows it: "${before.at(-1)!.text}"`);

  await service.textFrom(handset, String(sent.from), question);
  checked(`the handset replies: "${question}"`);

  const response = await waitFor('the handset shows the response of the workflow', async () =>
    (await service.textsOn(handset))
      .slice(before.length)
      .find(({ direction }) => direction === 'to_handset'),
  );
  checked(`the workflow responds on the handset: "${response.text}"`);
}

async function waitFor<T>(what: string, ask: () => Promise<T | undefined | false>): Promise<T> {
  return poll(30_000, async () => (await ask()) || undefined).catch((cause: unknown) => {
    throw new Error(`this did not happen within 30 seconds: ${what}`, { cause });
  });
}

function printUrls(service: ServiceProcess, n8n: N8n): void {
  say(`
Everything is running. To stop, press Ctrl+C.
  Console   ${service.url}/console/#key=${encodeURIComponent(service.apiKey)}
  n8n       ${n8n.url}  (sign in as ${owner.email}, password ${owner.password})
  API       ${service.baseUrl}  (key ${service.apiKey})
Open a handset, text HOURS to your number, and see the workflow "${answerTexts.name}" respond.`);
}

/** Reuses one key, so that the page and the credential of an earlier start remain valid. */
async function keptKey(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const file = join(folder, 'api-key');
  if (!existsSync(file))
    await writeFile(file, `tl_admin_${randomBytes(24).toString('base64url')}`, { mode: 0o600 });
  return readFile(file, 'utf8');
}

/** Returns the usual port if it is free, so that URLs stay the same, or otherwise any free port. */
async function portNear(defaultPort: number): Promise<number> {
  return (await tryPort(defaultPort)) ?? (await tryPort(0))!;
}

function tryPort(wanted: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen(wanted, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
