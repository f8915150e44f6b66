import { sql, type Selectable } from 'kysely';
import { failMissing } from '../errors/serviceError.ts';
import type { Database } from '../store/tables/tables.ts';
import type { UnitOfWork } from './unitOfWork.ts';

type Table = keyof Database &
  ('event' | 'message' | 'number' | 'registration' | 'verification' | 'webhook');

/** Reads the row of an object of the account, or refuses the request. */
export async function findOwn<T extends Table>(
  { trx, account }: Pick<UnitOfWork, 'trx' | 'account'>,
  table: T,
  id: string,
  { lock = false } = {},
): Promise<Selectable<Database[T]>> {
  const { rows } = await sql<Selectable<Database[T]>>`
    select * from ${sql.table(table)} where account_id = ${account.id} and id = ${id}
    ${lock ? sql`for update` : sql``}`.execute(trx);
  return rows[0] ?? failMissing(table);
}
