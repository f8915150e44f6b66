import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import axios from 'axios';
import packageJson from '../../connectors/node-red/package.json' with { type: 'json' };
import { killOnExit } from '../programs/child.ts';
import { ownEnvironment } from '../programs/ownEnvironment.ts';
import { unpack } from '../programs/unpack.ts';
import { poll } from '../poll.ts';
import { installNodeRed } from './install.ts';

/** A node of a flow, as Node-RED stores it. */
export type FlowNode = Readonly<Record<string, unknown>> & {
  readonly id: string;
  readonly type: string;
};

/** A running Node-RED. */
export interface NodeRed {
  readonly url: string;
  /** Deploys flows. Credentials are stored by the ID of their node. */
  readonly deploy: (
    flows: readonly FlowNode[],
    credentials?: Readonly<Record<string, object>>,
  ) => Promise<void>;
  /** Presses the button of an inject node. */
  readonly inject: (nodeId: string) => Promise<void>;
  readonly output: () => string;
  readonly stop: () => Promise<void>;
  /** Kills the process as a crash would. */
  readonly kill: () => Promise<void>;
}

interface Options {
  readonly userFolder: string;
  readonly port: number;
  /** Further settings, as in settings.js. */
  readonly settings?: object;
}

const root = join(import.meta.dirname, '../..');
const startLimit = 120_000;

/** Installs a tarball of the nodes in the folder of a user. */
export async function installNodes(userFolder: string, tarball: string): Promise<void> {
  const folder = join(userFolder, 'node_modules', packageJson.name);
  await mkdir(folder, { recursive: true });
  await unpack(tarball, folder);
  const { name, version } = packageJson;
  const manifest = { name: 'flows', version: '1.0.0', dependencies: { [name]: version } };
  await writeFile(join(userFolder, 'package.json'), JSON.stringify(manifest));
}

/** Starts a real Node-RED. */
export async function startNodeRed({ userFolder, port, settings = {} }: Options): Promise<NodeRed> {
  const program = await installNodeRed(root);
  const file = join(userFolder, 'settings.js');
  const allSettings = {
    uiHost: '127.0.0.1',
    uiPort: port,
    flowFile: 'flows.json',
    credentialSecret: 'test',
    telemetry: { enabled: false, updateNotification: false },
    editorTheme: { tours: false, palette: { catalogues: [] } },
    ...settings,
  };
  await writeFile(file, `module.exports = ${JSON.stringify(allSettings, null, 2)};\n`);
  const child = spawn(process.execPath, [program, '--userDir', userFolder, '--settings', file], {
    env: { ...ownEnvironment(), HOME: userFolder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  killOnExit(child);
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  };
  const url = `http://127.0.0.1:${port}`;
  await poll(
    startLimit,
    async () => (text.includes('Started flows') ? true : await hasEnded(child.exitCode, text)),
    () => `Node-RED did not start. Its output:\n${text}`,
  );
  const starts = () => text.split('Started flows').length;
  const http = axios.create({ baseURL: url, headers: { 'Node-RED-API-Version': 'v2' } });
  return {
    url,
    deploy: async (flows, credentials = {}) => {
      const all = flows.map((node) => ({
        // Node-RED takes a node without a place on the canvas for one that holds settings.
        ...('z' in node && { x: 0, y: 0 }),
        ...node,
        ...(node.id in credentials && { credentials: credentials[node.id] }),
      }));
      const before = starts();
      await http.post('/flows', { flows: all });
      // Node-RED responds before the flows run.
      await poll(startLimit, async () => starts() > before || undefined);
    },
    inject: async (nodeId) => {
      await http.post(`/inject/${nodeId}`);
    },
    output: () => text,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
}

async function hasEnded(exitCode: number | null, text: string): Promise<undefined> {
  if (exitCode !== null) throw new Error(`Node-RED ended. Its output:\n${text}`);
  return undefined;
}
