import type { Selectable } from 'kysely';
import type { Trx } from '../store/database.ts';
import type { AccountTable } from '../store/tables/tables.ts';

/** Reads the current settings of an account. Those of a request can be a second old. */
export const readAccount = (trx: Trx, id: string): Promise<Selectable<AccountTable>> =>
  trx.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
