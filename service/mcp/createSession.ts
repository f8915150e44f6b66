import { randomUUID } from 'node:crypto';
import { setImmediate as handled } from 'node:timers/promises';
import {
  SUPPORTED_PROTOCOL_VERSIONS,
  WebStandardStreamableHTTPServerTransport,
  type McpServer,
  type RequestId,
} from '@modelcontextprotocol/server';
import { messagesIn } from './messagesIn.ts';
import { refuse } from './refuse.ts';
import { createSessionEvents } from './sessionEvents.ts';
import { sessionLimits } from './sessionLimits.ts';

/** How long a client waits before it resumes a stream that broke. */
const retryMs = 1_000;

export interface Session {
  readonly fetch: (request: Request, body: unknown) => Promise<Response>;
  /** Whether a call has no response yet. */
  readonly isBusy: () => boolean;
  /** Answers the calls that still run, and closes the streams. */
  readonly end: () => Promise<void>;
}

interface Options {
  readonly server: Pick<McpServer, 'connect'>;
  /** The version of the protocol that the client named first. */
  readonly version: string;
  readonly onOpen: (id: string) => void;
  readonly onClose: () => void;
}

/** Serves one client. The session opens with the first request that the SDK accepts. */
export async function createSession({
  server,
  version,
  onOpen,
  onClose,
}: Options): Promise<Session> {
  /** The requests without a response. */
  const running = new Map<RequestId, Call>();
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    eventStore: createSessionEvents(),
    retryInterval: retryMs,
    onsessioninitialized: onOpen,
  });
  transport.onclose = onClose;
  const send = transport.send.bind(transport);
  // A call gets one response. The SDK throws if it sends another one.
  transport.send = async (message, options) => {
    if ('method' in message || running.delete(message.id!)) await send(message, options);
  };
  const answer = ({ id }: Call, message: string) =>
    transport.send({ jsonrpc: '2.0', id, error: { code: -32000, message } });
  await server.connect(transport);

  return {
    async fetch(request, body) {
      const { method, headers } = request;
      // The server has nothing to say outside of calls.
      if (method === 'GET' && !headers.get('last-event-id'))
        return refuse(405, 'Method not allowed.', { allow: 'POST, DELETE' });
      const calls = callsIn(body);
      const refused = findRefusal(body, calls, running);
      if (refused) return refused;
      const canceled = canceledIn(body).flatMap((id) => running.get(id) ?? []);
      for (const call of calls) running.set(call.id, call);
      const response = await transport.handleRequest(withVersion(request, version), {
        ...(body !== undefined && { parsedBody: body }),
      });
      if (!response.ok) for (const { id } of calls) running.delete(id);
      else if (canceled.length > 0) {
        // The SDK never responds to a canceled call, so its stream would stay open.
        await handled();
        for (const call of canceled)
          if (running.get(call.id) === call) await answer(call, 'The client canceled the call.');
      }
      return response;
    },
    isBusy: () => running.size > 0,
    async end() {
      await Promise.allSettled([...running.values()].map((call) => answer(call, ended)));
      await transport.close();
    },
  };
}

const ended = [
  'The session ended before the call did.',
  'You can repeat the call: the service does not send the same text twice.',
].join(' ');

interface Call {
  readonly id: RequestId;
  readonly method: unknown;
}

const isId = (id: unknown): id is RequestId => typeof id === 'string' || typeof id === 'number';

/** Returns the requests in a body. The SDK refuses IDs of other types. */
const callsIn = (body: unknown): readonly Call[] =>
  messagesIn(body).flatMap(({ id, method }) =>
    method !== undefined && isId(id) ? [{ id, method }] : [],
  );

/** Returns the IDs of the calls that the client canceled. */
const canceledIn = (body: unknown): readonly RequestId[] =>
  messagesIn(body)
    .filter(({ method }) => method === 'notifications/cancelled')
    .flatMap(({ params }) => (isId(params?.requestId) ? [params.requestId] : []));

/** Refuses a body that would exceed a limit, or whose responses could reach another call. */
function findRefusal(
  body: unknown,
  calls: readonly Call[],
  running: ReadonlyMap<RequestId, Call>,
): Response | undefined {
  const { bodyLength, idLength, calls: most } = sessionLimits;
  if (body !== undefined && JSON.stringify(body).length > bodyLength)
    return refuse(413, `A request in a session can have at most ${bodyLength} characters.`);
  const ids = calls.map(({ id }) => id);
  if (ids.some((id) => String(id).length > idLength))
    return refuse(400, `The ID of a call can have at most ${idLength} characters.`);
  const used = new Set([...running.keys(), ...canceledIn(body)]);
  if (new Set(ids).size < ids.length || ids.some((id) => used.has(id)))
    return refuse(400, 'Another call in this session has the same ID. Give each call its own ID.');
  // Clients ping to find out whether the session still works.
  const counted = [...running.values(), ...calls].filter(({ method }) => method !== 'ping');
  if (counted.length <= most) return undefined;
  return refuse(
    429,
    `A session can have at most ${most} calls without a response. Wait until others end, or send fewer calls in one request.`,
    { 'retry-after': '10' },
  );
}

/** A session has the version of its first request, whatever version a later request names. */
function withVersion(request: Request, version: string): Request {
  const named = request.headers.get('mcp-protocol-version') ?? version;
  if (![named, version].every((one) => SUPPORTED_PROTOCOL_VERSIONS.includes(one))) return request;
  const headers = new Headers(request.headers);
  headers.set('mcp-protocol-version', version);
  return new Request(request, { headers });
}
