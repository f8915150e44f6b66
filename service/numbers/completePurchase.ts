import type { Selectable } from 'kysely';
import type { NumberInventory } from '../carriers/carrier.ts';
import type { Context } from '../core/context.ts';
import type { NumberTable } from '../store/tables/tables.ts';
import { activate, failPurchase } from './endPurchase.ts';
import { minute } from '../times/durations.ts';

type NumberRow = Selectable<NumberTable>;

/** How long to wait for a number that the carrier might have sold. */
const confirmMs = 15 * minute;
/** How long to try to reach a carrier. */
const tryMs = 60 * minute;
const soonSeconds = 5;
const laterSeconds = 30;

/**
 * Buys a pending number from its carrier and makes it active. Then connects it, so that the carrier
 * delivers its texts. Each order goes out once: the database stores it first, and if its response
 * is lost, only a look at the numbers of the operator tells how it ended.
 */
export async function completePurchase(context: Context, id: string): Promise<void> {
  const row = await context.db
    .selectFrom('number')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row || row.status === 'failed') return;
  const isLate = isOlder(context, row.created_at, tryMs);
  const inventory = context.carriers.named(row.carrier)?.inventory;
  if (!inventory) {
    // During an upgrade that adds the carrier, only some processes know it.
    if (!isLate) await retryLater(context, row, laterSeconds);
    else await failPurchase(context, row, { reason: 'The carrier is no longer set up.' });
    return;
  }
  if (row.status === 'pending' && !(await buyOnce(context, row, inventory))) return;
  const { kind } = await inventory.connect(row.number);
  if (kind !== 'done' && kind !== 'refused' && !isLate)
    await retryLater(context, row, laterSeconds);
}

/** Returns whether the operator has the number. If that is not decided yet, asks again later. */
async function buyOnce(
  context: Context,
  row: NumberRow,
  inventory: NumberInventory,
): Promise<boolean> {
  const isOwned = await inventory.owns(row.number).catch(() => undefined);
  if (isOwned) return activate(context, row);
  const isLate = isOlder(context, row.created_at, tryMs);
  if (row.ordered_at === null && isLate)
    return failPurchase(context, row, { reason: 'The carrier could not be reached.' });
  if (isOwned === undefined) return retryLater(context, row, laterSeconds);
  if (row.ordered_at !== null)
    return isOlder(context, row.ordered_at, confirmMs)
      ? failPurchase(context, row, { reason: 'The carrier did not confirm the purchase.' })
      : retryLater(context, row, soonSeconds);
  if (!(await claimOrder(context, row))) return false;
  const result = await inventory.buy(row.number);
  switch (result.kind) {
    case 'refused':
      return failPurchase(context, row, {
        reason: `The carrier refused to sell the number (${result.code}).`,
        isFree: true,
      });
    case 'unsent':
      await withdrawOrder(context, row);
      return retryLater(context, row, laterSeconds);
    case 'unknown':
      return retryLater(context, row, soonSeconds);
    case 'done':
      return (await inventory.owns(row.number).catch(() => false))
        ? activate(context, row)
        : retryLater(context, row, soonSeconds);
  }
}

/** Stores that an order goes out. Returns false if another process did, or the number is gone. */
async function claimOrder({ db, clock }: Context, { id }: NumberRow): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('number')
    .set({ ordered_at: clock() })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where('ordered_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

const isOlder = ({ clock }: Context, time: Date, ms: number): boolean =>
  clock().getTime() - time.getTime() > ms;

/** The order definitely did not arrive, so it can go out again. */
const withdrawOrder = ({ db }: Context, { id }: NumberRow): Promise<unknown> =>
  db
    .updateTable('number')
    .set({ ordered_at: null })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .execute();

async function retryLater(
  { db, enqueue }: Context,
  { id }: NumberRow,
  seconds: number,
): Promise<false> {
  await db
    .transaction()
    .execute((trx) => enqueue(trx, 'number', [{ data: { provideId: id }, startAfter: seconds }]));
  return false;
}
