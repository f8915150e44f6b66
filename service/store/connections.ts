import type { Duplex } from 'node:stream';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { inTime } from '../lib/inTime.ts';
import { trackWaits, type PoolUse } from './observeDatabase.ts';
import { ConnectionLostError, isSessionEnd, isConnectionUsable } from './databaseFailure.ts';

/**
 * The limits of a connection. A peer that vanishes says nothing, so each time limit discards the
 * connection on this side, and ends the session and its locks on the server.
 */
export interface Limits {
  /** The maximum number of connections. */
  readonly connections: number;
  /** Limits connecting, and waiting for a free connection. */
  readonly connectMs: number;
  /** Limits one statement on the server. This side waits a little longer for the response. */
  readonly statementMs?: number;
  /** Limits a whole transaction: the time from borrowing a connection until returning it. */
  readonly leaseMs?: number;
}

/** After a live server ends a statement that takes too long, it responds within this time. */
const responseGraceMs = 1_000;
/**
 * Is shorter than the statement limit, so that statements waiting for the locks of a lost session
 * get them.
 */
const idleInTransactionMs = 5_000;
const keepAliveMs = 10_000;
/** Limits the wait for busy connections when the pool closes. */
const closeMs = 2_000;
/** Limits ending the session of a lost connection. */
const endMs = 2_000;

/**
 * - By default, the database assumes a spinning disk and prefers to read a whole table. Today's
 *   disks find a page immediately. No statement here runs long enough for compilation to pay off.
 * - A session whose client is gone ends within half a minute, even in the middle of a statement.
 */
const sessionSettings = {
  random_page_cost: '1.1',
  jit: 'off',
  tcp_keepalives_idle: '10',
  tcp_keepalives_interval: '5',
  tcp_keepalives_count: '3',
  tcp_user_timeout: '20000',
};

/** Passes the settings when the server opens the session, so they cost no round trip. */
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
    // The options in the URL come last, so they take precedence.
    new URL(connectionString).searchParams.get('options') ?? '',
  ].join(' ');
  const separator = connectionString.includes('?') ? '&' : '?';
  return {
    connectionString: `${connectionString}${separator}options=${encodeURIComponent(options)}`,
    fallback_application_name: 'textloom',
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
    connectionTimeoutMillis: connectMs,
    ...(statementMs !== undefined && { query_timeout: statementMs + responseGraceMs }),
  };
}

/**
 * Ends a connection without notifying the server, which may be unreachable. The driver's types omit
 * the socket.
 */
export const destroy = (client: pg.ClientBase): void => {
  (
    client as unknown as { readonly connection: { readonly stream: Duplex } }
  ).connection.stream.destroy();
};

/**
 * Without a listener, a connection error would end the process. The caller gets the error as well.
 */
const expectErrors = (client: pg.ClientBase): void => {
  client.on('error', () => undefined);
};

/** Opens a connection outside a pool. */
export function openClient(
  connectionString: string,
  limits: Omit<Limits, 'connections' | 'leaseMs'>,
): pg.Client {
  const client = new pg.Client(clientConfig(connectionString, limits));
  expectErrors(client);
  return client;
}

/**
 * Ends the session that a lost connection left on the server. Otherwise, the session would keep its
 * locks and might still commit. Returns true if the session is certainly over.
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

/** The driver returns bigint and numeric as text. All of our values fit in a number. */
export const numeric = { [pg.types.builtins.INT8]: Number, [pg.types.builtins.NUMERIC]: Number };

const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format): ((text: string) => unknown) =>
    numeric[oid] ?? (pg.types.getTypeParser(oid, format) as (text: string) => unknown),
};

/** Opens a pool of connections to PostgreSQL that never reuses a broken connection. */
export function openPool(
  connectionString: string,
  limits: Limits,
): PostgresPool & { readonly use: () => PoolUse } {
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

  /**
   * When one connection is lost, the idle ones may be dead too, and each would cost its user the
   * same time.
   */
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

  /** Discards a connection. Returns whether its session on the server is certainly over. */
  const discard = async (client: pg.ClientBase, cause: unknown): Promise<boolean> => {
    destroy(client);
    dropIdle();
    return isSessionEnd(cause) || endSession(connectionString, client);
  };

  /**
   * Wraps one use of a connection. After the connection is lost, every further query fails without
   * waiting.
   */
  const lease = (client: pg.PoolClient): PostgresPoolClient => {
    let lost: Promise<ConnectionLostError> | undefined;
    const markLost = (cause: unknown): Promise<ConnectionLostError> =>
      (lost ??= discard(client, cause).then((isOver) => new ConnectionLostError(cause, isOver)));
    const timer =
      leaseMs === undefined
        ? undefined
        : setTimeout(
            () =>
              void markLost(new Error(`A transaction took longer than ${leaseMs / 1_000} seconds`)),
            leaseMs,
          );
    const query = async (text: string, values: readonly unknown[]) => {
      if (lost) throw await lost;
      try {
        return await client.query(text, values as unknown[]);
      } catch (error) {
        throw isConnectionUsable(error) ? error : await markLost(error);
      }
    };
    return {
      // This service does not use Kysely's other form of query, which takes a cursor.
      query: query as unknown as PostgresPoolClient['query'],
      release: (isBroken) => {
        clearTimeout(timer);
        client.release(isBroken || lost !== undefined);
      },
    };
  };

  const waits = trackWaits();

  return {
    options: pool.options,
    use: () => {
      const { totalCount, idleCount, waitingCount: waiting } = pool;
      return { inUse: totalCount - idleCount, waiting, waitedMs: waits.longestMs() };
    },
    connect: async () => {
      try {
        return lease(await waits.track(pool.connect()));
      } catch (error) {
        throw isConnectionUsable(error) ? error : new ConnectionLostError(error);
      }
    },
    end: async () => {
      await inTime(closeMs, pool.end()).catch(() => [...clients].forEach(destroy));
    },
  };
}

/**
 * Runs one statement for the queue. A connection whose statement failed may still be in a
 * transaction, so it counts as broken.
 */
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
