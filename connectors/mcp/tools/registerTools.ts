import {
  CLIENT_CAPABILITIES_META_KEY,
  type CallToolResult,
  type ClientCapabilities,
  type InputRequiredResult,
  type McpServer,
  type ServerContext,
  type StandardSchemaWithJSON,
  type ToolAnnotations,
} from '@modelcontextprotocol/server';
import { ApiError, isNotFound } from '@textloom/shared/client';
import { callSignal } from '../callSignal.ts';
import { refusal, toRefusal } from '../errors.ts';
import { harmless } from '../output/harmless.ts';
import { checkArguments } from './checkArguments.ts';
import { tools } from './index.ts';
import type { Backend, Hints, ToolResult, Tool } from './tool.ts';
import { argumentsSchema } from './toJsonSchema.ts';

type Arguments = Readonly<Record<string, unknown>>;

/** Tells clients which tools a person should confirm. Nobody can recall a text. */
const annotations: Readonly<Record<Hints, ToolAnnotations>> = {
  reads: { readOnlyHint: true, openWorldHint: false },
  // These tools return texts that strangers wrote.
  'reads texts': { readOnlyHint: true, openWorldHint: true },
  changes: { destructiveHint: true, idempotentHint: true, openWorldHint: false },
  texts: { destructiveHint: true, idempotentHint: true, openWorldHint: true },
};

/** Describes the arguments for the client. The tool itself checks them, with its own sentences. */
const inputSchemas = new Map(tools.map((tool) => [tool, toInputSchema(tool)]));

function toInputSchema(tool: Tool): StandardSchemaWithJSON<Arguments> {
  const schema = () => argumentsSchema(tool);
  return {
    '~standard': {
      version: 1,
      vendor: 'textloom',
      validate: (value) => ({ value: value as Arguments }),
      jsonSchema: { input: schema, output: schema },
    },
  };
}

/** Offers every tool on a server. */
export function registerTools(server: McpServer, backend: Backend): void {
  for (const tool of tools) {
    const { name, title, description, hints } = tool;
    server.registerTool(
      name,
      { title, description, annotations: annotations[hints], inputSchema: inputSchemas.get(tool)! },
      (args, context) => callTool(server, backend, tool, args, context),
    );
  }
}

async function callTool(
  server: McpServer,
  { client, settings, origin, exclusively, queue, confirmations, report, stopping }: Backend,
  tool: Tool,
  args: Arguments,
  { mcpReq }: ServerContext,
): Promise<CallToolResult | InputRequiredResult> {
  const checked = checkArguments(tool, args);
  if (typeof checked === 'string') return refusal(checked);
  const signal = callSignal(mcpReq.signal, stopping);
  const { elicitation } = readCapabilities(server, mcpReq) ?? {};
  try {
    const outcome = await tool.run(
      {
        client,
        settings,
        origin,
        // Two agents with separate limits need not wait for each other.
        exclusively: (work) =>
          exclusively(`${queue} ${settings.agent}`, () =>
            signal.aborted ? Promise.reject(canceled()) : work(),
          ),
        signal,
        canAsk: elicitation !== undefined && (!elicitation.url || elicitation.form !== undefined),
        signState: (digest) => confirmations.mint(digest),
        asked: mcpReq.requestState<string>(),
        answers: mcpReq.inputResponses,
      },
      checked,
    );
    return toResult(outcome);
  } catch (error) {
    if (tool.missing && isNotFound(error)) return refusal(tool.missing);
    if (!(error instanceof ApiError)) report(error);
    return toRefusal(error);
  }
}

const canceled = () =>
  new ApiError({ message: 'The call was canceled', code: 'aborted', status: 0 });

/** Returns what a client declared it can do, with this request or once for all its requests. */
function readCapabilities(
  { server }: McpServer,
  { envelope }: ServerContext['mcpReq'],
): ClientCapabilities | undefined {
  const declared: Readonly<Record<string, unknown>> = envelope ?? {};
  return (
    (declared[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined) ??
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- the only way for clients before 2026
    server.getClientCapabilities()
  );
}

/** Clients that cannot read structured content read the same data as text. */
function toResult(outcome: ToolResult): CallToolResult | InputRequiredResult {
  if ('result' in outcome) return outcome.result;
  const data = harmless(outcome.data) as Arguments;
  return {
    content: [{ type: 'text', text: JSON.stringify(data) }],
    structuredContent: { ...data },
  };
}
