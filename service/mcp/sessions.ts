import { setTimeout as sleep } from 'node:timers/promises';
import { isInitializeRequest, type McpServer } from '@modelcontextprotocol/server';
import { createSession, type Session } from './createSession.ts';
import { sessionLimits } from './sessionLimits.ts';

/** How often the sessions of revoked keys and of silent clients end. */
const sweepMs = 30_000;
/** How long running calls have time to respond when the service stops. */
const graceMs = 200;

/** The owner of a session. Requests with another key or other settings cannot use it. */
export interface Owner {
  readonly account: string;
  readonly key: string;
  readonly settings: string;
}

interface Owned {
  readonly owner: Owner;
  readonly session: Session;
  lastUsed: number;
}

interface Options {
  /** Returns which of these API keys are still valid. */
  readonly validKeys: (keys: readonly string[]) => Promise<ReadonlySet<string>>;
  readonly report: (error: unknown) => void;
  readonly now?: () => number;
}

export interface Sessions {
  /** Serves a request of a session. Returns undefined if the owner has no such session. */
  readonly fetch: (request: Request, body: unknown, owner: Owner) => Promise<Response> | undefined;
  /** Opens a session with its first request. Returns undefined if there is no room for it. */
  readonly open: (
    request: Request,
    body: unknown,
    owner: Owner,
    createServer: () => Pick<McpServer, 'connect' | 'close'>,
  ) => Promise<Response | undefined>;
  /** Ends the sessions of revoked keys and of silent clients. */
  readonly sweep: () => Promise<void>;
  /** Ends all sessions, after their calls had time to respond. */
  readonly close: () => Promise<void>;
}

/**
 * Keeps the sessions of clients of 2025, because a server can ask them something only within a
 * session. The sessions live in the memory of this process.
 */
export function createSessions({
  validKeys,
  report,
  now = () => performance.now(),
}: Options): Sessions {
  /** The session that was not used for the longest time is first. */
  const sessions = new Map<string, Owned>();
  let opening = 0;
  let timer: NodeJS.Timeout | undefined;
  const end = async ([id, { session }]: [string, Owned]) => {
    sessions.delete(id);
    await session.end();
  };
  const endAll = (those: (owned: Owned) => boolean) =>
    Promise.all([...sessions].filter(([, owned]) => those(owned)).map(end));

  const sweep = async () => {
    const idleSince = now() - sessionLimits.idleMs;
    await endAll(({ lastUsed }) => lastUsed < idleSince);
    const keys = new Set([...sessions.values()].map(({ owner }) => owner.key));
    if (keys.size === 0) return;
    const valid = await validKeys([...keys]);
    await endAll(({ owner }) => keys.has(owner.key) && !valid.has(owner.key));
  };

  /** Ends a session in favor of a new one, if possible one in which nobody waits. */
  const endOne = (those: readonly [string, Owned][]) => {
    const victim = those.find(([, { session }]) => !session.isBusy()) ?? those[0];
    if (victim) end(victim).catch(report);
  };
  const hasRoom = () => {
    if (sessions.size + opening < sessionLimits.total) return true;
    const quietSince = now() - sessionLimits.quietMs;
    endOne([...sessions].filter(([, { lastUsed }]) => lastUsed < quietSince));
    return sessions.size + opening < sessionLimits.total;
  };
  const add = (id: string, owned: Owned) => {
    const { account } = owned.owner;
    const others = [...sessions].filter(([, { owner }]) => owner.account === account);
    sessions.set(id, owned);
    if (others.length >= sessionLimits.perAccount) endOne(others);
    timer ??= setInterval(() => void sweep().catch(report), sweepMs).unref();
  };

  return {
    fetch(request, body, owner) {
      const id = request.headers.get('mcp-session-id') ?? '';
      const owned = sessions.get(id);
      if (!owned || !isSame(owned.owner, owner)) return undefined;
      sessions.delete(id);
      sessions.set(id, owned);
      owned.lastUsed = now();
      return owned.session.fetch(request, body);
    },
    async open(request, body, owner, createServer) {
      if (JSON.stringify(body).length > sessionLimits.bodyLength || !hasRoom()) return undefined;
      opening++;
      try {
        let opened: string | undefined;
        const server = createServer();
        const session = await createSession({
          server,
          version: isInitializeRequest(body) ? body.params.protocolVersion : '',
          onOpen(id) {
            opened = id;
            add(id, { owner, session, lastUsed: now() });
          },
          onClose: () => opened !== undefined && sessions.delete(opened),
        });
        const response = await session.fetch(request, body);
        if (opened === undefined) await server.close();
        return response;
      } finally {
        opening--;
      }
    },
    sweep,
    async close() {
      clearInterval(timer);
      if ([...sessions.values()].some(({ session }) => session.isBusy())) await sleep(graceMs);
      await endAll(() => true);
    },
  };
}

const isSame = (one: Owner, other: Owner): boolean =>
  one.account === other.account && one.key === other.key && one.settings === other.settings;
