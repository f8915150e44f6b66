import type { Duplex } from 'node:stream';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { inTime } from '../../concurrency/inTime.ts';
import { trackWaits, type PoolUse } from './observeDatabase.ts';
import { clientConfig, type Limits } from './clientConfig.ts';
import {
  ConnectionLostError,
  isSessionEnd,
  isConnectionUsable,
  toConnectError,
} from '../databaseFailure.ts';

/** Limits the wait for busy connections when the pool closes. */
const closeMs = 2_000;
/** Limits ending the session of a lost connection. */
const endMs = 2_000;

/**
 * Ends a connection without notifying the server, which may be unreachable. The driver's types omit
 * the socket.
 */
export const destroy = (client: pg.ClientBase): void => {
  (
    client as unknown as { readonly connection: { readonly stream: Duplex } }
  ).connection.stream.destroy();
};

/** Why a connection broke. Later errors of the driver do not say it. */
const firstErrors = new WeakMap<pg.ClientBase, Error>();

/** Without a listener, a connection error would end the process. The next query throws it. */
const expectErrors = (client: pg.ClientBase): void => {
  client.on('error', (error) => {
    if (!firstErrors.has(client)) firstErrors.set(client, error);
  });
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
        throw isConnectionUsable(error) ? error : await markLost(firstErrors.get(client) ?? error);
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
        throw toConnectError(error);
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
