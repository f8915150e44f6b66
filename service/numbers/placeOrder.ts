import { limits } from '@textloom/shared/contract';
import { sql } from 'kysely';
import { limitRows } from '../accounts/limitRows.ts';
import type { OfferedNumber } from '../carriers/carriers.ts';
import type { UnitOfWork } from '../core/unitOfWork.ts';
import { fail } from '../errors/serviceError.ts';
import { advisoryLocks } from '../store/advisoryLocks.ts';

/**
 * Stores an order before it goes out. The orders bound what the operator pays: they stay when an
 * account releases a number, and only those that cost nothing disappear.
 */
export async function placeOrder(
  call: UnitOfWork,
  numberId: string,
  { number, carrier }: OfferedNumber,
): Promise<void> {
  const { trx, account, now } = call;
  // Limits what an account can order before anybody sees a bill.
  const tooMany = `An account can have at most ${limits.unfinishedPurchases} numbers that are pending or failed. Wait, or release the failed ones.`;
  const isUnfinished = sql<boolean>`status in ('pending', 'failed')`;
  await limitRows(call, 'number', limits.unfinishedPurchases, tooMany, isUnfinished);
  await checkOrders(call, carrier);
  await trx
    .insertInto('number_order')
    .values({ number_id: numberId, account_id: account.id, number, carrier, created_at: now })
    .execute();
}

async function checkOrders({ context, trx }: UnitOfWork, carrier: string): Promise<void> {
  // Otherwise, two accounts could both take the last purchase.
  await sql`select pg_advisory_xact_lock(${sql.lit(advisoryLocks.orders)})`.execute(trx);
  const { count } = await trx
    .selectFrom('number_order')
    .select((where) => where.fn.countAll<string>().as('count'))
    .where('carrier', '=', carrier)
    .executeTakeFirstOrThrow();
  if (Number(count) >= (context.carriers.named(carrier)?.inventory?.maxPurchases ?? 0))
    fail('limit_reached', {
      detail:
        'The accounts have bought as many numbers as the operator of the service allows. Ask the operator for more.',
    });
}
