import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, json } from 'node:stream/consumers';
import axios from 'axios';
import { freePort } from '../../../scripts/programs/port.ts';
import { startServer } from '../../../scripts/programs/startServer.ts';
import { poll } from '../../../scripts/poll.ts';
import {
  installNodes,
  startNodeRed,
  type FlowNode,
  type NodeRed,
} from '../../../scripts/node-red/start.ts';
import { packageNodeRed } from '../../../scripts/packageNodeRed.ts';
import { startServiceProcess, type ServiceProcess } from '../../../scripts/serviceProcess.ts';

/** A message that arrived at the end of a flow. */
export type Arrived = Readonly<Record<string, unknown>> & { readonly _msgid: string };

/** A real service and a real Node-RED with the packed nodes. */
export interface Stage {
  readonly service: ServiceProcess;
  readonly nodeRed: () => NodeRed;
  /** Deploys flows with an account whose ID is `account`. */
  readonly deploy: (...flows: FlowNode[]) => Promise<void>;
  /** Returns the settings of an account with another public address. */
  readonly account: (id: string, publicUrl: string) => FlowNode;
  /** Deploys the same with another API key. */
  readonly deployWith: (apiKey: string, ...flows: FlowNode[]) => Promise<void>;
  /** Passes the next delivery to Node-RED on, and loses the response. */
  readonly loseResponse: () => void;
  /** Starts Node-RED again after it was stopped or killed. */
  readonly start: () => Promise<void>;
  /** Resolves when the last text to a person is sent and the service can deliver its reply. */
  readonly asked: (person: string) => Promise<true>;
  /** Returns the nodes that report what arrives at them under a name. */
  readonly collector: (name: string) => FlowNode[];
  /** Returns what arrived under a name, as soon as there is this much. */
  readonly arrived: (name: string, count?: number) => Promise<Arrived[]>;
  readonly stop: () => Promise<void>;
}

/** A tab for the flows. */
const tab: FlowNode = { id: 'tab', type: 'tab', label: 'Flow' };

/** Returns an inject node whose button sends a message. */
export const injectNode = (
  id: string,
  props: Readonly<Record<string, string>>,
  ...wires: string[]
): FlowNode => ({
  id,
  type: 'inject',
  z: 'tab',
  props: Object.entries(props).map(([p, v]) => ({ p, v, vt: 'str' })),
  wires: [wires],
});

/** Returns a node of this package with the values of its fields that differ from the standard. */
export const textloomNode = (
  id: string,
  type: string,
  values: Readonly<Record<string, unknown>>,
  ...wires: string[][]
): FlowNode => ({ id, type: `textloom-${type}`, z: 'tab', account: 'account', ...values, wires });

/** Opens a proxy in front of Node-RED, as users have who give it a public address. */
async function openProxy(target: string) {
  let isLost = false;
  const { url, stop } = await startServer((request, response) => {
    const forward = async () => {
      const data = await buffer(request);
      const { method = '', headers, url = '' } = request;
      const isLostNow = isLost;
      isLost = false;
      const { status } = await axios.request({
        ...{ method, headers: { ...headers }, url: target + url, data },
        validateStatus: () => true,
      });
      if (isLostNow) request.socket.destroy();
      else response.writeHead(status).end();
    };
    return forward().catch(() => request.socket.destroy());
  });
  return {
    url,
    loseResponse: () => {
      isLost = true;
    },
    stop,
  };
}

export async function openStage(settings: object = {}): Promise<Stage> {
  const userFolder = await mkdtemp(join(tmpdir(), 'textloom-node-red-'));
  const [service, tarball, port] = await Promise.all([
    startServiceProcess({ settings: { ALLOW_PRIVATE_WEBHOOKS: 'true' } }),
    packageNodeRed(join(userFolder, 'artifacts'), () => undefined),
    freePort(),
  ]);
  await installNodes(userFolder, tarball);
  const messages = new Map<string, Arrived[]>();
  const collector = await startServer(async (request, response) => {
    const arrived = (await json(request)) as Arrived;
    const name = request.url!.slice(1);
    messages.set(name, [...(messages.get(name) ?? []), arrived]);
    response.end();
  });
  const proxy = await openProxy(`http://127.0.0.1:${port}`);
  const start = () => startNodeRed({ userFolder, port, settings });
  let nodeRed = await start();
  const account = (id: string, public_url: string): FlowNode => ({
    ...{ id, type: 'textloom-account', base_url: service.baseUrl, public_url },
  });
  const deployWith: Stage['deployWith'] = (api_key, ...flows) => {
    const all = [tab, account('account', proxy.url), ...flows];
    const accounts = all.filter(({ type }) => type === 'textloom-account');
    return nodeRed.deploy(all, Object.fromEntries(accounts.map(({ id }) => [id, { api_key }])));
  };
  return {
    service,
    nodeRed: () => nodeRed,
    loseResponse: proxy.loseResponse,
    start: async () => {
      nodeRed = await start();
    },
    deploy: (...flows) => deployWith(service.apiKey, ...flows),
    deployWith,
    account,
    asked: (person) =>
      poll(120_000, async () => {
        const { message, webhook } = service.client;
        const [question] = (await message.list({ to: person, direction: 'outbound' })).data;
        if (!question || question.status === 'queued') return undefined;
        const webhooks = (await webhook.list({})).data;
        return (
          webhooks.some(({ filter }) => filter?.message_id?.includes(question.id)) || undefined
        );
      }),
    collector: (name) => [
      {
        ...{ id: name, type: 'function', z: 'tab', outputs: 1, wires: [[`${name}-request`]] },
        func: 'return { payload: { ...msg } };',
      },
      {
        ...{ id: `${name}-request`, type: 'http request', z: 'tab', method: 'POST', ret: 'txt' },
        ...{ url: `${collector.url}/${name}`, paytoqs: 'ignore', wires: [[]] },
      },
    ],
    arrived: (name, count = 1) =>
      poll(
        300_000,
        async () => {
          const found = messages.get(name) ?? [];
          return found.length >= count ? found : undefined;
        },
        () => `Too little arrived at ${name}. The output of Node-RED:\n${nodeRed.output()}`,
      ),
    stop: async () => {
      await nodeRed.stop();
      await service.stop();
      await Promise.all([collector.stop(), proxy.stop()]);
      await rm(userFolder, { recursive: true, force: true });
    },
  };
}
