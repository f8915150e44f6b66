import type { Selectable, Updateable } from 'kysely';
import { lockAccount } from '../accounts/lockAccount.ts';
import type { Context } from '../core/context.ts';
import type { Trx } from '../store/database.ts';
import type { NumberTable } from '../store/tables/tables.ts';
import { reportNumber } from './reportNumber.ts';
import { takeDefault } from './takeDefault.ts';

type NumberRow = Pick<Selectable<NumberTable>, 'id' | 'account_id'>;

/** Makes a pending number active, because the operator has it. Only now can it be the default. */
export async function activate(context: Context, row: NumberRow): Promise<true> {
  const { db, clock } = context;
  await db.transaction().execute(async (trx) => {
    const account = { id: row.account_id };
    await lockAccount({ trx, account });
    const pending = await lockPending(trx, row);
    if (!pending) return;
    const isDefault = await takeDefault({ trx, account }, pending.wants_default);
    const values = { status: 'active', is_default: isDefault, wants_default: null } as const;
    await reportNumber(context, trx, await change(trx, row, values));
    // Without an order, somebody else bought the number.
    if (pending.ordered_at === null) await dropOrder(trx, row);
    else
      await trx
        .updateTable('number_order')
        .set({ bought_at: clock() })
        .where('number_id', '=', row.id)
        .execute();
  });
  return true;
}

interface Failure {
  readonly reason: string;
  /** Whether the order definitely costs nothing. */
  readonly isFree?: boolean;
}

export async function failPurchase(
  context: Context,
  row: NumberRow,
  { reason, isFree = false }: Failure,
): Promise<false> {
  await context.db.transaction().execute(async (trx) => {
    const pending = await lockPending(trx, row);
    if (!pending) return;
    const values = { status: 'failed', purchase_error: reason, wants_default: null } as const;
    await reportNumber(context, trx, await change(trx, row, values));
    if (isFree || pending.ordered_at === null) await dropOrder(trx, row);
  });
  return false;
}

const lockPending = (trx: Trx, { id }: NumberRow) =>
  trx
    .selectFrom('number')
    .select(['wants_default', 'ordered_at'])
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .forUpdate()
    .executeTakeFirst();

const change = (trx: Trx, { id }: NumberRow, values: Updateable<NumberTable>) =>
  trx
    .updateTable('number')
    .set(values)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

const dropOrder = (trx: Trx, { id }: NumberRow): Promise<unknown> =>
  trx.deleteFrom('number_order').where('number_id', '=', id).execute();
