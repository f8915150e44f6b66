import {
  Client,
  InMemoryTransport,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { createClient, type Transport } from '@textloom/shared/client';
import { fetchTransport } from '@textloom/shared/client/fetch';
import { createExclusively } from '@textloom/shared/connector/exclusively';
import { basePath } from '@textloom/shared/contract';
import { join } from 'node:path';
import { attemptMs, createHost } from '../../connectors/mcp/host.ts';
import { createConfirmations } from '../../connectors/mcp/sending/confirmations.ts';
import { createServer } from '../../connectors/mcp/server.ts';
import { toHeaderName, readSettings } from '../../connectors/mcp/settings.ts';
import type { Backend } from '../../connectors/mcp/tools/tool.ts';
import { authorization } from '../service/harness/harness.ts';

export type Variables = Readonly<Record<string, string>>;

/** The result of a tool, as an agent reads it. */
export interface Answer {
  readonly isError: boolean;
  readonly text: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface Agent {
  readonly client: Client;
  readonly call: (name: string, args?: Readonly<Record<string, unknown>>) => Promise<Answer>;
  readonly close: () => Promise<void>;
}

/** What a person answers to a question of the server. */
export type Person = (question: string) => Reply | Promise<Reply>;
type Reply = { send: boolean } | 'decline';

export interface Options {
  /** The revision of the protocol: 2025, which is the default of the client, or 2026. */
  readonly revision?: 2025 | 2026;
  readonly person?: Person;
  readonly variables?: Variables;
}

/** The program that agents start, from its source. */
const program = join(import.meta.dirname, '../../connectors/mcp/stdio.ts');

function newClient({ revision = 2025, person }: Options): Client {
  const client = new Client(
    { name: 'agent', version: '1.0.0' },
    {
      capabilities: person ? { elicitation: { form: {} } } : {},
      ...(revision === 2026 && { versionNegotiation: { mode: { pin: '2026-07-28' } } }),
    },
  );
  if (person)
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      const answer = await person(params.message);
      return answer === 'decline' ? { action: 'decline' } : { action: 'accept', content: answer };
    });
  return client;
}

const createAgent = (client: Client): Agent => ({
  client,
  async call(name, args = {}) {
    const result = await client.callTool({ name, arguments: args });
    const [first] = result.content;
    return {
      isError: result.isError === true,
      text: first?.type === 'text' ? first.text : '',
      data: (result.structuredContent ?? {}) as Answer['data'],
    };
  },
  close: () => client.close(),
});

/** Connects an agent to the service at /mcp. */
export async function agentOverHttp(
  url: string,
  key: string,
  options: Options = {},
): Promise<Agent> {
  const settings = Object.entries(options.variables ?? {});
  const headers = {
    ...authorization(key),
    ...Object.fromEntries(settings.map(([name, value]) => [toHeaderName(name), value])),
  };
  const client = newClient(options);
  await client.connect(
    new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit: { headers } }),
  );
  return createAgent(client);
}

/** Starts the program as an agent does, and connects to it. */
export async function agentOverStdio(
  url: string,
  key: string,
  { variables, ...options }: Options = {},
  command: readonly string[] = [process.execPath, '--no-warnings', program],
): Promise<Agent> {
  const client = newClient(options);
  await client.connect(
    new StdioClientTransport({
      command: command[0]!,
      args: command.slice(1),
      env: { ...createEnvironment(url, key), ...variables },
    }),
  );
  return createAgent(client);
}

export const createEnvironment = (url: string, key: string): Variables => ({
  PATH: process.env.PATH ?? '',
  TEXTLOOM_URL: url + basePath,
  TEXTLOOM_API_KEY: key,
});

/** Connects an agent to a server in this process, which saves the start of a program. */
export const agentHere = (url: string, key: string, options: Options = {}): Promise<Agent> =>
  agentOn(fetchTransport({ baseUrl: url + basePath, apiKey: key }, attemptMs), {
    ...options,
    origin: url,
  });

/** Connects an agent to a server in this process that sends its requests over a transport. */
export async function agentOn(
  transport: Transport,
  { report = () => undefined, origin = '', stopping, ...options }: Options & Partial<Backend> = {},
): Promise<Agent> {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const server = createServer({
    client: createClient(createHost(transport)),
    settings: readSettings((name) => options.variables?.[name]),
    exclusively: createExclusively(),
    ...{ origin, queue: 'own' },
    confirmations: createConfirmations('key'),
    report,
    ...(stopping && { stopping }),
  });
  const client = newClient(options);
  await Promise.all([server.connect(theirs), client.connect(ours)]);
  return createAgent(client);
}
