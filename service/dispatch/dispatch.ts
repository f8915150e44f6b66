import { sql } from 'kysely';
import type { Carrier } from '../carriers/carrier.ts';
import type { Context } from '../core/context.ts';
import { newId } from '../lib/ids.ts';
import { advance } from '../messages/advance.ts';
import type { MessageRow } from '../messages/messageOf.ts';
import type { Db } from '../store/database.ts';
import { ConnectionLostError } from '../store/databaseTrouble.ts';
import { assignToCarriers, type Assignment } from './assignToCarriers.ts';
import { filterSendable } from './filterSendable.ts';
import { countPace, lockSenderQueues, selectDueMessages, type SenderQueue } from './senderQueue.ts';
import { claimSeconds, unused } from './claims.ts';
import { forEachCarrier, submit } from './submit.ts';
import { recordSubmitResults, requeue } from './recordSubmitResults.ts';

/** After this a carrier that had no room is tried again, where others have some. */
const fullSeconds = 0.5;

/** Hands messages that are due to the carriers; true where there may be more. */
export async function dispatch(context: Context): Promise<boolean> {
  const capacity = Math.min(context.carriers.capacity(), context.batch());
  if (capacity === 0) return false;
  const claim = newId('clm');
  const { due, isFull } = await claimDue(context, claim, capacity).catch((error: unknown) => {
    unused.set(claim, performance.now());
    throw error;
  });
  await forEachCarrier(due, (carrier, rows) =>
    orCutOff(context.db, claim, handOver(context, carrier, claim, rows), carrier),
  );
  return isFull;
}

const handOver = async (
  context: Context,
  carrier: Carrier,
  claim: string,
  rows: readonly MessageRow[],
): Promise<void> => recordSubmitResults(context, carrier, await submit(carrier, claim, rows));

/**
 * Where the connection was lost and nothing more can come of it, a claim counts as cut off immediately,
 * so that the carrier is asked soon what became of its messages.
 */
async function orCutOff(
  db: Db,
  claim: string,
  work: Promise<void>,
  carrier: Carrier,
): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (error instanceof ConnectionLostError && error.isSessionOver)
      await sql`
        update message set submitting_at = now() - make_interval(secs => ${claimSeconds + 1})
        where claim = ${claim} and submitting_at is not null and status in ('scheduled', 'queued')
          and carrier = ${carrier.name}`
        .execute(db)
        .catch(() => undefined);
    throw error;
  }
}

/** Marks messages whose turn it is as being handed over by this claim. */
const claimDue = (
  context: Context,
  claim: string,
  most: number,
): Promise<{ due: readonly Assignment[]; isFull: boolean }> =>
  context.db.transaction().execute(async (trx) => {
    const lines = await lockSenderQueues(context, trx, most);
    const turn = await selectDueMessages(context, trx, lines);
    const wanted = await filterSendable(context, trx, turn);
    const { given, full, unroutable } = assignToCarriers(context.carriers, wanted, lines);
    if (given.length > 0) {
      await sql`
        update message set status = 'queued', claim = ${claim}, submitting_at = now(),
          attempts = attempts + 1, carrier = given.carrier
        from unnest(
          ${given.map(({ row }) => row.id)}::text[],
          ${given.map(({ carrier }) => carrier.name)}::text[]
        ) as given(id, carrier)
        where message.id = given.id`.execute(trx);
      await countPace(
        trx,
        lines,
        given.map(({ row }) => row),
      );
    }
    await requeue(
      trx,
      full.map(({ id }) => ({ id, seconds: fullSeconds })),
    );
    await advance(
      context,
      trx,
      unroutable.map(({ id }) => ({ messageId: id, to: 'failed', error: 'no_route' })),
    );
    return { due: given, isFull: lines.some((line) => !line.isPaced && isFull(line, turn)) };
  });

const isFull = (
  { accountId, sender, capacity }: SenderQueue,
  turn: readonly MessageRow[],
): boolean =>
  turn.filter((row) => row.account_id === accountId && row.sender === sender).length >= capacity;
