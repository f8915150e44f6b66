import type { Context } from '../core/context.ts';
import { day } from '../times/durations.ts';

const giveUpMs = day;
const laterSeconds = 30;
/** The provider can refuse only for now, such as while the operator replaces a key. */
const refusedSeconds = 600;
/** Longer than any request. One that found the number before its release must not get it. */
const holdSeconds = 600;

/**
 * Releases a number at its carrier. Until shortly after that, no account can provision the
 * number, so that nobody gets a number that is about to disappear. Releasing it twice changes
 * nothing.
 */
export async function releaseAtCarrier(context: Context, number: string): Promise<void> {
  const { db, carriers, clock } = context;
  const row = await db
    .selectFrom('leaving_number')
    .selectAll()
    .where('number', '=', number)
    .executeTakeFirst();
  if (!row) return;
  const age = (since: Date) => clock().getTime() - since.getTime();
  if (row.released_at) {
    const isHeld = age(row.released_at) < holdSeconds * 1000;
    return isHeld ? retryLater(context, number, holdSeconds) : forget(context, number);
  }
  const released = await carriers.named(row.carrier)?.inventory?.release(number);
  if (released?.kind === 'done') return confirm(context, row);
  if (age(row.created_at) > giveUpMs) return forget(context, number);
  // During an upgrade that adds the carrier, only some processes know it.
  const isRefused = released?.kind === 'refused';
  return retryLater(context, number, isRefused ? refusedSeconds : laterSeconds);
}

/** Stores that the provider has the number back. */
async function confirm(
  { db, clock, enqueue }: Context,
  { number, carrier }: { readonly number: string; readonly carrier: string },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const change = { released_at: clock() };
    await trx.updateTable('leaving_number').set(change).where('number', '=', number).execute();
    await trx
      .updateTable('number_order')
      .set(change)
      .where('carrier', '=', carrier)
      .where('number', '=', number)
      .where('bought_at', 'is not', null)
      .where('released_at', 'is', null)
      .execute();
    await enqueue(trx, 'number', [{ data: { releasedNumber: number }, startAfter: holdSeconds }]);
  });
}

const forget = async ({ db }: Context, number: string): Promise<void> => {
  await db.deleteFrom('leaving_number').where('number', '=', number).execute();
};

const retryLater = ({ db, enqueue }: Context, number: string, seconds: number): Promise<void> =>
  db
    .transaction()
    .execute((trx) =>
      enqueue(trx, 'number', [{ data: { releasedNumber: number }, startAfter: seconds }]),
    );
