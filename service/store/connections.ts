import type { Duplex } from 'node:stream';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { inTime } from '../lib/inTime.ts';
import { ConnectionLostError, isSessionEnd, isStillUsable } from './databaseTrouble.ts';

/**
 * How long a connection may take. A peer that vanishes says nothing, so each of these ends it: on this
 * side the connection is thrown away, and on the server the session with its locks.
 */
export interface Limits {
  /** Connections at most. */
  readonly connections: number;
  /** To connect, or to wait for a connection that is free. */
  readonly connectMs: number;
  /** One statement, on the server; none if left out. This side waits a little longer for the answer. */
  readonly statementMs?: number;
  /** From the moment that a connection is taken until it is given back: a whole transaction. */
  readonly leaseMs?: number;
}

/** A live server answers within this time after it has ended a statement that took too long. */
const answerMs = 1_000;
/** Shorter than the time of a statement, so that who waits for the locks of a lost session gets them. */
const idleInTransactionMs = 5_000;
const keepAliveMs = 10_000;
/** For those that still work when the pool is closed. */
const closeMs = 2_000;
/** To end the session of a lost connection. */
const endMs = 2_000;

/**
 * - The database reckons with a disk that must move to find a page, and would rather read a whole
 *   table; today's disks find a page immediately. No statement here runs long enough to be compiled first.
 * - A session whose client is gone ends within half a minute, also in the middle of a statement.
 */
const sessionSettings = {
  random_page_cost: '1.1',
  jit: 'off',
  tcp_keepalives_idle: '10',
  tcp_keepalives_interval: '5',
  tcp_keepalives_count: '3',
  tcp_user_timeout: '20000',
};

/** Settings that the server applies as it opens the session: they cost no round trip. */
function clientConfig(
  connectionString: string,
  { connectMs, statementMs }: Omit<Limits, 'connections' | 'leaseMs'>,
): pg.ClientConfig {
  const settings = {
    ...sessionSettings,
    ...(statementMs !== undefined && {
      statement_timeout: statementMs,
      idle_in_transaction_session_timeout: idleInTransactionMs,
    }),
  };
  const options = [
    ...Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`),
    // What the address itself sets comes last and counts.
    new URL(connectionString).searchParams.get('options') ?? '',
  ].join(' ');
  const separator = connectionString.includes('?') ? '&' : '?';
  return {
    connectionString: `${connectionString}${separator}options=${encodeURIComponent(options)}`,
    fallback_application_name: 'textloom',
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
    connectionTimeoutMillis: connectMs,
    ...(statementMs !== undefined && { query_timeout: statementMs + answerMs }),
  };
}

/** Ends a connection without a word to a server that may not hear it. The types of the driver leave the socket out. */
export const destroy = (client: pg.ClientBase): void => {
  (
    client as unknown as { readonly connection: { readonly stream: Duplex } }
  ).connection.stream.destroy();
};

/** Heard by nobody, the error of a connection would end the process; whoever uses the connection hears of it as well. */
const expectErrors = (client: pg.ClientBase): void => {
  client.on('error', () => undefined);
};

/** A connection outside of a pool. */
export function openClient(
  connectionString: string,
  limits: Omit<Limits, 'connections' | 'leaseMs'>,
): pg.Client {
  const client = new pg.Client(clientConfig(connectionString, limits));
  expectErrors(client);
  return client;
}

/**
 * Ends what a lost connection has left on the server: the session would keep its locks, and might still
 * commit. True once it is certainly over.
 */
async function endSession(connectionString: string, lost: pg.ClientBase): Promise<boolean> {
  const client = openClient(connectionString, { connectMs: endMs, statementMs: endMs });
  try {
    const { processID } = lost as pg.ClientBase & { readonly processID: number };
    await client.connect();
    const { rows } = await client.query<{ isOver: boolean }>(
      `select pg_terminate_backend(pid, ${endMs / 2}) as "isOver" from pg_stat_activity
       where pid = $1 and usename = current_user
         and application_name = current_setting('application_name')`,
      [processID],
    );
    return rows.every(({ isOver }) => isOver);
  } catch {
    return false;
  } finally {
    destroy(client);
  }
}

/** bigint and numeric arrive as text; none of ours is too large for a number. */
export const numeric = { [pg.types.builtins.INT8]: Number, [pg.types.builtins.NUMERIC]: Number };

const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format): ((text: string) => unknown) =>
    numeric[oid] ?? (pg.types.getTypeParser(oid, format) as (text: string) => unknown),
};

/** A pool of connections to PostgreSQL that gives no broken one out twice. */
export function openPool(connectionString: string, limits: Limits): PostgresPool {
  const { connections, leaseMs } = limits;
  const pool = new pg.Pool({
    ...clientConfig(connectionString, limits),
    types,
    max: connections,
  });
  const clients = new Set<pg.ClientBase>();
  pool.on('connect', (client) => {
    clients.add(client);
    expectErrors(client);
  });
  pool.on('remove', (client) => clients.delete(client));
  pool.on('error', () => undefined);

  /** Those that wait beside a lost connection may be as dead, and each would cost its user the same time. */
  const dropIdle = () => {
    for (let left = pool.idleCount; left > 0; left--)
      pool.connect().then(
        (client) => {
          destroy(client);
          client.release(true);
        },
        () => undefined,
      );
  };

  /** Clears up behind a connection; says whether its session on the server is certainly over. */
  const discard = async (client: pg.ClientBase, cause: unknown): Promise<boolean> => {
    destroy(client);
    dropIdle();
    return isSessionEnd(cause) || endSession(connectionString, client);
  };

  /** One use of a connection. Once it is lost, all that is still asked of it fails without waiting. */
  const lease = (client: pg.PoolClient): PostgresPoolClient => {
    let lost: Promise<ConnectionLostError> | undefined;
    const lose = (cause: unknown): Promise<ConnectionLostError> =>
      (lost ??= discard(client, cause).then((isOver) => new ConnectionLostError(cause, isOver)));
    const timer =
      leaseMs === undefined
        ? undefined
        : setTimeout(
            () => void lose(new Error(`A transaction took longer than ${leaseMs / 1_000} seconds`)),
            leaseMs,
          );
    const query = async (text: string, values: readonly unknown[]) => {
      if (lost) throw await lost;
      try {
        return await client.query(text, values as unknown[]);
      } catch (error) {
        throw isStillUsable(error) ? error : await lose(error);
      }
    };
    return {
      // Kysely's other way to ask, with a cursor, is not used here.
      query: query as unknown as PostgresPoolClient['query'],
      release: (isBroken) => {
        clearTimeout(timer);
        client.release(isBroken || lost !== undefined);
      },
    };
  };

  return {
    options: pool.options,
    connect: async () => {
      try {
        return lease(await pool.connect());
      } catch (error) {
        throw isStillUsable(error) ? error : new ConnectionLostError(error);
      }
    },
    end: async () => {
      await inTime(closeMs, pool.end()).catch(() => [...clients].forEach(destroy));
    },
  };
}

/** Statements one by one, as the queue wants them. A connection on which one has failed may be within a transaction still. */
export async function execute(
  pool: PostgresPool,
  text: string,
  values: readonly unknown[] = [],
): Promise<{ rows: unknown[] }> {
  const client = await pool.connect();
  let isBroken = true;
  try {
    const result = await client.query(text, values);
    isBroken = false;
    return result;
  } finally {
    client.release(isBroken);
  }
}
