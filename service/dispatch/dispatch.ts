import { sql } from 'kysely';
import type { Carrier } from '../carriers/carrier.ts';
import type { Carriers } from '../carriers/carriers.ts';
import type { Context } from '../core/context.ts';
import { newId } from '../lib/ids.ts';
import { advance } from '../messages/advance.ts';
import type { MessageRow } from '../messages/toMessage.ts';
import type { Db } from '../store/database.ts';
import { ConnectionLostError } from '../store/databaseFailure.ts';
import { assignToCarriers, type RoutedQueue } from './assignToCarriers.ts';
import { filterSendable } from './filterSendable.ts';
import {
  countPace,
  hasWaiting,
  lockSenderQueues,
  selectDueMessages,
  type SenderQueue,
} from './senderQueue.ts';
import { claimSeconds, unusedClaims } from './claims.ts';
import { forEachCarrier, submit, toSubmissions, type ReadSubmission } from './submit.ts';
import { recordOrRetry, requeue } from './recordSubmitResults.ts';

/** How many seconds to wait before retrying a carrier without capacity, while others have some. */
const fullRetrySeconds = 0.5;

/** Submits the messages that are due to the carriers. Returns true if more may be due. */
export async function dispatch(context: Context): Promise<boolean> {
  const capacity = Math.min(context.carriers.capacity(), context.batch());
  if (capacity === 0 || !(await hasWaiting(context.db))) return false;
  const claim = newId('clm');
  const { due, isFull } = await claimDue(context, claim, capacity).catch((error: unknown) => {
    unusedClaims.set(claim, performance.now());
    throw error;
  });
  await forEachCarrier(due, async (carrier, some) => {
    const submissions = some.map(({ submission }) => submission);
    const submitted = submit(carrier, submissions);
    const results = await markStaleIfLost(context.db, claim, submitted, carrier);
    await recordOrRetry(context, carrier, results);
  });
  return isFull;
}

/**
 * If a carrier that works with the database loses its connection and the session is over, marks the
 * claim as stale immediately, so that the carrier is soon asked about its messages.
 */
async function markStaleIfLost<T>(
  db: Db,
  claim: string,
  work: Promise<T>,
  carrier: Carrier,
): Promise<T> {
  try {
    return await work;
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

interface Due {
  readonly carrier: Carrier;
  readonly submission: ReadSubmission;
}

/** Claims the messages to send next, and reads all that their carriers need. */
const claimDue = (
  context: Context,
  claim: string,
  limit: number,
): Promise<{ due: readonly Due[]; isFull: boolean }> =>
  context.db.transaction().execute(async (trx) => {
    const locked = await lockSenderQueues(context, trx, limit);
    const queues = limitToCarriers(context.carriers, locked);
    const candidates = await selectDueMessages(context, trx, queues);
    const sendable = await filterSendable(context, trx, candidates);
    const { assigned, full, unroutable } = assignToCarriers(context.carriers, sendable, queues);
    const rows = assigned.map(({ row }) => row);
    const submissions = await toSubmissions(context, trx, rows, claim);
    if (assigned.length > 0) {
      await sql`
        update message set status = 'queued', claim = ${claim}, submitting_at = now(),
          attempts = attempts + 1, carrier = assigned.carrier
        from unnest(
          ${rows.map(({ id }) => id)}::text[],
          ${assigned.map(({ carrier }) => carrier.name)}::text[]
        ) as assigned(id, carrier)
        where message.id = assigned.id`.execute(trx);
      await countPace(trx, queues, rows);
    }
    await requeue(
      trx,
      full.map(({ id }) => ({ id, seconds: fullRetrySeconds })),
    );
    await advance(
      context,
      trx,
      unroutable.map(({ id }) => ({ messageId: id, to: 'failed', error: 'no_route' })),
    );
    return {
      due: assigned.map(({ carrier }, at) => ({ carrier, submission: submissions[at]! })),
      isFull: queues.some((queue) => !queue.isPaced && isFull(queue, candidates)),
    };
  });

/** Leaves out the queues whose carriers are full, and claims no more than fits from the others. */
const limitToCarriers = (carriers: Carriers, queues: readonly SenderQueue[]): RoutedQueue[] =>
  queues.flatMap((queue) => {
    const { isMixed, ...routes } = carriers.routesOf({ from: queue.sender, owner: queue.owner });
    const capacity = Math.min(queue.capacity, routes.capacity);
    return capacity < 1 ? [] : [{ ...queue, capacity, isMixed }];
  });

const isFull = (
  { accountId, sender, capacity }: SenderQueue,
  candidates: readonly MessageRow[],
): boolean =>
  candidates.filter((row) => row.account_id === accountId && row.sender === sender).length >=
  capacity;
