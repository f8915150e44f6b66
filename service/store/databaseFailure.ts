import pg from 'pg';
import { OverdueError } from '../concurrency/inTime.ts';

/**
 * Reports that the connection to the database is gone or did not respond in time. It is unknown
 * whether the last statement took effect.
 */
export class ConnectionLostError extends Error {
  override readonly name = 'ConnectionLostError';
  /**
   * The code of the operating system, if there is one, or `TLS_…` if the two sides do not agree on
   * TLS.
   */
  readonly code: string;
  /**
   * Whether the session on the server is certainly over, so that its statements have no further
   * effect.
   */
  readonly isSessionOver: boolean;

  constructor(cause: unknown, isSessionOver = false) {
    super('The connection to the database is lost', { cause });
    const { code } = (cause ?? {}) as NodeJS.ErrnoException;
    this.isSessionOver = isSessionOver;
    this.code = tlsErrorCode(cause) ?? (typeof code === 'string' ? code : 'ETIMEDOUT');
  }
}

/** Reports that PostgreSQL responds, but opens no session for us, such as for a wrong password. */
export class ConnectionRefusedError extends Error {
  override readonly name = 'ConnectionRefusedError';
  /** The code of PostgreSQL. */
  readonly code: string | undefined;
  /** Some codes mean something else if a statement fails with them. */
  readonly syscall = 'connect';

  constructor(cause: pg.DatabaseError) {
    super('The database refuses the connection', { cause });
    this.code = cause.code;
  }
}

/** Reports that a transaction may have been committed or not, because its end is unknown. */
export class UnconfirmedError extends Error {
  override readonly name = 'UnconfirmedError';

  constructor(cause: unknown) {
    super('It is unknown whether the transaction was committed', { cause });
  }
}

/**
 * Returns whether the server refused a commit, which then changes nothing: because of the data,
 * another transaction, an exception or a time limit. The severity does not tell, because the server
 * translates it. Another error, such as one of the disk, may come from a crash after the commit.
 */
export const isRefusedCommit = (error: unknown): boolean =>
  /^(2[23]...|40(00[12]|P..)|P0...|57014)$/.test(
    (error as NodeJS.ErrnoException | null)?.code ?? '',
  );

function tlsErrorCode(cause: unknown): string | undefined {
  const { message, code = '', syscall } = (cause ?? {}) as Partial<NodeJS.ErrnoException>;
  // The driver opens only the files of certificates and keys.
  if (syscall === 'open' || code === 'EISDIR') return 'TLS_FILE_UNREADABLE';
  if (message === 'The server does not support SSL connections') return 'TLS_NOT_OFFERED';
  if (/^(ERR_TLS_CERT|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO|CERT_)/.test(code)) return 'TLS_NOT_TRUSTED';
  return /^(EPROTO$|ERR_SSL_(?!UNEXPECTED_EOF))/.test(code) ? 'TLS_FAILED' : undefined;
}

/**
 * Why the database cannot run a correct statement now:
 * - `unavailable`: it does not respond, is starting or stopping, is out of connections or memory,
 *   or took too long;
 * - `refused`: it opens no session for us, because of the password, the user or the database;
 * - `full`: its disk is full;
 * - `readOnly`: it accepts no changes, as a standby does;
 * - `conflict`: two transactions got in each other's way, and a retry succeeds.
 */
export type DatabaseFailure = 'unavailable' | 'refused' | 'full' | 'readOnly' | 'conflict';

/** Describes each failure to people, and says after how many seconds they can retry. */
export const databaseFailures: Readonly<
  Record<DatabaseFailure, { readonly detail: string; readonly retryAfter: number }>
> = {
  unavailable: { detail: 'The database does not respond.', retryAfter: 2 },
  refused: {
    detail: 'The database refuses the connection. The command textloom doctor says why.',
    retryAfter: 10,
  },
  full: { detail: 'The disk of the database is full.', retryAfter: 10 },
  readOnly: { detail: 'The database accepts no changes.', retryAfter: 10 },
  conflict: { detail: 'The database is busy with the same data. Try again.', retryAfter: 1 },
};

/** Matches the codes of PostgreSQL and of the operating system. */
const codes: readonly (readonly [DatabaseFailure, RegExp])[] = [
  ['full', /^(53100|ENOSPC|EDQUOT)$/],
  ['readOnly', /^(25006|EROFS)$/],
  // Connection, resources, shutdown and start, time limits, the server's disk.
  ['unavailable', /^(08...|53...|57P..|57014|55P03|25P0[34]|58...)$/],
  [
    'unavailable',
    /^(ECONN.*|EPIPE|ETIMEDOUT|EHOST.*|ENET.*|ENOTFOUND|EAI_AGAIN|EMFILE|ENFILE|EIO)$/,
  ],
  ['conflict', /^(23505|40...)$/],
];

/** Returns the failure behind an error, or undefined if a retry would not help. */
export function classifyFailure(error: unknown): DatabaseFailure | undefined {
  if (error instanceof ConnectionRefusedError) return 'refused';
  const { code, cause } = (error ?? {}) as NodeJS.ErrnoException;
  const found = codes.find(([, pattern]) => typeof code === 'string' && pattern.test(code));
  if (found) return found[0];
  if (error instanceof ConnectionLostError || error instanceof OverdueError) return 'unavailable';
  return cause === undefined ? undefined : classifyFailure(cause);
}

/**
 * Returns whether the session is over after this error: the server ended it, or accepts no changes.
 * After a failover, a new connection finds the primary, but an old one would stay with the standby.
 */
export const isSessionEnd = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && /^(08...|57P..|25P0[34]|25006)$/.test(error.code ?? '');

/** Errors that a value causes when it cannot be written or read, which is a bug. */
const bugs: readonly string[] = ['TypeError', 'RangeError', 'SyntaxError'];

/**
 * Returns whether a connection is usable after this error: only if the server itself refused the
 * statement.
 */
export const isConnectionUsable = (error: unknown): boolean =>
  error instanceof pg.DatabaseError
    ? !isSessionEnd(error)
    : error instanceof Error && bugs.includes(error.name);

/** Returns the error that says that a connection could not be opened. */
export function toConnectError(error: unknown): unknown {
  if (!isConnectionUsable(error)) return new ConnectionLostError(error);
  const isRefused = error instanceof pg.DatabaseError && classifyFailure(error) === undefined;
  return isRefused ? new ConnectionRefusedError(error) : error;
}
