import type { Context } from '../core/context.ts';

const giveUpMs = 24 * 3_600_000;
const laterSeconds = 30;

/**
 * Gives a number back to its carrier. Until that is decided, no account can provision the number,
 * so that nobody gets a number that is about to disappear. Releasing it twice changes nothing.
 */
export async function releaseAtCarrier(context: Context, number: string): Promise<void> {
  const { db, carriers, clock, enqueue } = context;
  const row = await db
    .selectFrom('leaving_number')
    .selectAll()
    .where('number', '=', number)
    .executeTakeFirst();
  if (!row) return;
  const released = await carriers.named(row.carrier)?.inventory?.release(number);
  const isDecided = !released || released.kind === 'done' || released.kind === 'refused';
  const isLate = clock().getTime() - row.created_at.getTime() > giveUpMs;
  await db.transaction().execute(async (trx) => {
    if (isDecided || isLate)
      await trx.deleteFrom('leaving_number').where('number', '=', number).execute();
    else
      await enqueue(trx, 'number', [
        { data: { releasedNumber: number }, startAfter: laterSeconds },
      ]);
  });
}
