import type { Selectable } from 'kysely';
import type { AfterCommit } from '../store/groupCommit.ts';
import type { Trx } from '../store/database.ts';
import type { AccountTable } from '../store/tables/tables.ts';
import type { Context } from './context.ts';

/** Holds what domain code needs for a change on behalf of an account. */
export interface UnitOfWork {
  readonly context: Context;
  /** Holds everything that a request changes, including its jobs and its idempotency key. */
  readonly trx: Trx;
  readonly account: Selectable<AccountTable>;
  readonly now: Date;
  /** The API key of the request. Absent if several keys or no key made the change. */
  readonly keyId?: string | undefined;
  /** Runs work after the commit. */
  readonly afterCommit: AfterCommit;
}
