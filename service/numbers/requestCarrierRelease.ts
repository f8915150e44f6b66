import type { UnitOfWork } from '../core/unitOfWork.ts';
import { refuse } from '../errors/serviceError.ts';
import type { NumberRow } from './toPhoneNumber.ts';

/** Stores the release of a number at its carrier, for a job that asks the carrier. */
export async function requestCarrierRelease(
  { context, trx, account, now }: UnitOfWork,
  { number, carrier, status }: NumberRow,
): Promise<void> {
  const owner = context.carriers.named(carrier);
  if (!owner?.inventory?.maxPurchases)
    return refuseRelease('must be false, because this carrier cannot release numbers');
  if (owner.numbers.has(number))
    return refuseRelease('must be false, because the settings of the carrier list this number');
  if (status === 'pending')
    return refuseRelease(
      'must be false while the service buys the number. Wait until it is active',
    );
  const order = await trx
    .selectFrom('number_order')
    .select('number_id')
    .where('account_id', '=', account.id)
    .where('carrier', '=', owner.name)
    .where('number', '=', number)
    .where('bought_at', 'is not', null)
    .where('released_at', 'is', null)
    .executeTakeFirst();
  if (!order) return refuseRelease('must be false, because this account did not buy the number');
  await trx
    .insertInto('leaving_number')
    .values({ number, carrier: owner.name, created_at: now })
    .execute();
  await context.enqueue(trx, 'number', [{ data: { releasedNumber: number } }]);
}

const refuseRelease = (detail: string): never =>
  refuse('/release_at_carrier', 'not_one_of', detail);
