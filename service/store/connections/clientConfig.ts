import type pg from 'pg';

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
  /** Limits a pause inside a transaction. By default, it is the one of requests. */
  readonly pauseMs?: number;
  /** Limits a whole transaction: the time from borrowing a connection until returning it. */
  readonly leaseMs?: number;
}

/** After a live server ends a statement that takes too long, it responds within this time. */
const responseGraceMs = 1_000;
/**
 * Is shorter than the statement limit of requests, so that statements waiting for the locks of a
 * lost session get them.
 */
const shortPauseMs = 5_000;
const keepAliveMs = 10_000;
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

/**
 * In these modes, the driver verifies the certificate and the host name. It prints a long warning,
 * because its next version will not.
 */
const verifyServer = (url: URLSearchParams): { readonly sslmode?: string } =>
  /^(prefer|require|verify-ca)$/.test(url.get('sslmode') ?? '') &&
  url.get('uselibpqcompat') !== 'true'
    ? { sslmode: 'verify-full' }
    : {};

/** Passes the settings when the server opens the session, so they cost no round trip. */
export function clientConfig(
  connectionString: string,
  { connectMs, statementMs, pauseMs = shortPauseMs }: Omit<Limits, 'connections' | 'leaseMs'>,
): pg.ClientConfig {
  const settings = {
    ...sessionSettings,
    ...(statementMs !== undefined && {
      statement_timeout: statementMs,
      idle_in_transaction_session_timeout: pauseMs,
    }),
  };
  const { searchParams } = new URL(connectionString);
  const options = [
    ...Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`),
    // The options in the URL come last, so they take precedence.
    searchParams.get('options') ?? '',
  ].join(' ');
  const added = new URLSearchParams({ ...verifyServer(searchParams), options });
  const separator = connectionString.includes('?') ? '&' : '?';
  return {
    // The driver uses the last of several values.
    connectionString: `${connectionString}${separator}${added.toString()}`,
    fallback_application_name: 'textloom',
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
    connectionTimeoutMillis: connectMs,
    ...(statementMs !== undefined && { query_timeout: statementMs + responseGraceMs }),
  };
}
