import pg from 'pg';
import { OverdueError } from '../lib/inTime.ts';

/**
 * The connection to the database is gone, or has not answered in its time. Whether its last statement
 * has taken effect is not known.
 */
export class ConnectionLostError extends Error {
  override readonly name = 'ConnectionLostError';
  /** Of the operating system, where it gave one; `TLS_…` where the two sides do not agree on TLS. */
  readonly code: string;
  /** Nothing more comes of what was asked on it: its session on the server is certainly over. */
  readonly isSessionOver: boolean;

  constructor(cause: unknown, isSessionOver = false) {
    super('The connection to the database is lost', { cause });
    const { code } = (cause ?? {}) as NodeJS.ErrnoException;
    this.isSessionOver = isSessionOver;
    this.code = tlsCodeOf(cause) ?? (typeof code === 'string' ? code : 'ETIMEDOUT');
  }
}

function tlsCodeOf(cause: unknown): string | undefined {
  const { message, code = '' } = (cause ?? {}) as Partial<NodeJS.ErrnoException>;
  if (message === 'The server does not support SSL connections') return 'TLS_NOT_OFFERED';
  if (/^(ERR_TLS_CERT|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO|CERT_)/.test(code)) return 'TLS_NOT_TRUSTED';
  return /^(EPROTO$|ERR_SSL_(?!UNEXPECTED_EOF))/.test(code) ? 'TLS_FAILED' : undefined;
}

/**
 * Why the database cannot do something now, although what it was asked is right:
 * - `away`: it does not answer, is starting or stopping, has no connection or memory left, or took too long;
 * - `full`: its disk has no room;
 * - `readOnly`: it takes no changes, as a standby does;
 * - `conflict`: two transactions got in each other's way, and a second attempt finds the way clear.
 */
export type DatabaseTrouble = 'away' | 'full' | 'readOnly' | 'conflict';

/** What to tell people, and after how many seconds they may try again. */
export const troubles: Readonly<
  Record<DatabaseTrouble, { readonly detail: string; readonly retryAfter: number }>
> = {
  away: { detail: 'The database does not respond.', retryAfter: 2 },
  full: { detail: 'The disk of the database is full.', retryAfter: 10 },
  readOnly: { detail: 'The database accepts no changes.', retryAfter: 10 },
  conflict: { detail: 'The database is busy with the same data. Try again.', retryAfter: 1 },
};

/** By the codes of PostgreSQL and of the operating system. */
const codes: readonly (readonly [DatabaseTrouble, RegExp])[] = [
  ['full', /^(53100|ENOSPC|EDQUOT)$/],
  ['readOnly', /^(25006|EROFS)$/],
  // Connection, resources, shutdown and start, time limits, the server's disk.
  ['away', /^(08...|53...|57P..|57014|55P03|25P0[34]|58...)$/],
  ['away', /^(ECONN.*|EPIPE|ETIMEDOUT|EHOST.*|ENET.*|ENOTFOUND|EAI_AGAIN|EMFILE|ENFILE|EIO)$/],
  ['conflict', /^(23505|40...)$/],
];

/** What keeps the database from its work; undefined for a failure that another attempt would not mend. */
export function troubleOf(error: unknown): DatabaseTrouble | undefined {
  const { code, cause } = (error ?? {}) as NodeJS.ErrnoException;
  const found = codes.find(([, pattern]) => typeof code === 'string' && pattern.test(code));
  if (found) return found[0];
  if (error instanceof ConnectionLostError || error instanceof OverdueError) return 'away';
  return cause === undefined ? undefined : troubleOf(cause);
}

/**
 * Whether nothing more comes of the session after this: the server has ended it, or takes no changes.
 * After a fail-over a new connection finds the primary, while one to the standby would stay with it.
 */
export const isSessionEnd = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && /^(08...|57P..|25P0[34]|25006)$/.test(error.code ?? '');

/** Of a value that cannot be written or read, which is a bug. */
const bugs: readonly string[] = ['TypeError', 'RangeError', 'SyntaxError'];

/** Whether a connection that has failed like this may be used again: only if the server itself has refused the statement. */
export const isStillUsable = (error: unknown): boolean =>
  error instanceof pg.DatabaseError
    ? !isSessionEnd(error)
    : error instanceof Error && bugs.includes(error.name);
