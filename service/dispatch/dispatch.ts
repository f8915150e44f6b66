import { sql } from 'kysely';
import type { Carrier } from '../carriers/carrier.ts';
import type { Carriers, SenderRoutes } from '../carriers/carriers.ts';
import { decideUnroutable } from '../carriers/decideUnroutable.ts';
import type { Context } from '../core/context.ts';
import { newId } from '../lib/ids.ts';
import { advance, lockMatching } from '../messages/advance.ts';
import { isUnsent } from '../messages/statusMachine.ts';
import type { MessageRow } from '../messages/toMessage.ts';
import type { Db, Trx } from '../store/database.ts';
import { ConnectionLostError } from '../store/databaseFailure.ts';
import { assignToCarriers, shareAmongQueues, type RoutedQueue } from './assignToCarriers.ts';
import { settleUnsendable } from './settleUnsendable.ts';
import {
  countPace,
  hasWaiting,
  listWaitingSenders,
  lockSenderQueues,
  maxQueues,
  selectDueMessages,
  type SenderQueue,
} from './senderQueue.ts';
import { claimSeconds, keepUnusedClaim } from './claims.ts';
import { forEachCarrier, submit, toSubmissions, type ReadSubmission } from './submit.ts';
import { recordOrRetry, requeue } from './results/recordSubmitResults.ts';

/** How many seconds to wait before retrying a carrier without capacity, while others have some. */
const fullRetrySeconds = 0.5;

/** When to dispatch again. */
export interface NextPass {
  /** Whether more messages may be due now. */
  readonly isMore: boolean;
  /** The carriers whose capacity to wait for before that. */
  readonly awaited: readonly Carrier[];
}

const rest: NextPass = { isMore: false, awaited: [] };

/** Submits the messages that are due to the carriers. */
export async function dispatch(context: Context): Promise<NextPass> {
  const capacity = Math.min(context.carriers.capacity(), context.batch());
  if (!(await hasWaiting(context.db))) return rest;
  if (capacity === 0) return waitFor(context.carriers.all.filter(isBusy));
  const claim = newId('clm');
  const { due, ...left } = await claimDue(context, claim, capacity).catch((error: unknown) => {
    keepUnusedClaim(context, claim);
    throw error;
  });
  await forEachCarrier(due, async (carrier, some) => {
    const submissions = some.map(({ submission }) => submission);
    const submitted = submit(carrier, submissions);
    const results = await markStaleIfLost(context.db, claim, submitted, carrier);
    await recordOrRetry(context, carrier, results);
  });
  return planNextPass(context.carriers, left);
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
        where id = ${lockMatching(sql`claim = ${claim} and submitting_at is not null
          and ${isUnsent()} and carrier = ${carrier.name}`)}`
        .execute(db)
        .catch(() => undefined);
    throw error;
  }
}

interface Due {
  readonly carrier: Carrier;
  readonly submission: ReadSubmission;
}

/** The state of the queues after a claim. */
interface Left {
  /** The routes of the queues that got no turn because their carriers were full. */
  readonly blocked: readonly SenderRoutes[];
  /** The queues that used their whole share, and whose pace may allow more. */
  readonly used: readonly RoutedQueue[];
  /** Whether there may be other queues that got no turn. */
  readonly isCut: boolean;
  /** Whether any message left its queue, except to wait for a carrier. */
  readonly hasProgress: boolean;
  /** Whether any message left its queue to wait for a carrier. */
  readonly hasPostponed: boolean;
}

/** Claims the messages to send next, and reads all that their carriers need. */
const claimDue = (
  context: Context,
  claim: string,
  limit: number,
): Promise<Left & { readonly due: readonly Due[] }> =>
  context.db.transaction().execute(async (trx) => {
    const { locked, open, blocked } = await lockOpenQueues(context, trx, limit);
    const queues = shareAmongQueues(open, limit);
    const candidates = await selectDueMessages(context, trx, queues);
    const sendable = await settleUnsendable(context, trx, candidates);
    const { assigned, full, unroutable } = assignToCarriers(context.carriers, sendable, queues);
    const rows = assigned.map(({ row }) => row);
    const submissions = await toSubmissions(context, trx, rows, claim);
    if (assigned.length > 0) {
      // The start of the transaction can be long ago, and the claim would already be stale.
      await sql`
        update message set status = 'queued', claim = ${claim}, submitting_at = clock_timestamp(),
          attempts = attempts + 1, carrier = assigned.carrier
        from unnest(
          ${rows.map(({ id }) => id)}::text[],
          ${assigned.map(({ carrier }) => carrier.name)}::text[]
        ) as assigned(id, carrier)
        where message.id = assigned.id`.execute(trx);
      await countPace(trx, queues, rows);
    }
    const { failed, waits } = decideUnroutable(context.carriers, unroutable);
    await requeue(trx, [...full.map(({ id }) => ({ id, seconds: fullRetrySeconds })), ...waits]);
    await advance(
      context,
      trx,
      failed.map((messageId) => ({ messageId, to: 'failed', error: 'no_route' })),
    );
    return {
      due: assigned.map(({ carrier }, at) => ({ carrier, submission: submissions[at]! })),
      blocked,
      used: queues.filter((queue) => mayHaveMore(queue, candidates, rows)),
      isCut: locked === maxQueues,
      hasProgress: candidates.length - sendable.length + assigned.length + failed.length > 0,
      hasPostponed: full.length + waits.length > 0,
    };
  });

/** Locks queues whose carriers have capacity, so that the others do not take their turns. */
async function lockOpenQueues(context: Context, trx: Trx, limit: number) {
  const { carriers } = context;
  const withRoutes = <T extends Pick<SenderQueue, 'sender' | 'owner'>>(queue: T) => ({
    ...queue,
    routes: findRoutes(carriers, queue),
  });
  const waiting = carriers.all.some((carrier) => carrier.capacity() < 1)
    ? (await listWaitingSenders(trx)).map(withRoutes)
    : undefined;
  const numberIds = waiting?.filter(isOpen).map(({ numberId }) => numberId);
  const locked = (await lockSenderQueues(context, trx, limit, numberIds)).map(withRoutes);
  const blocked = [...(waiting ?? []), ...locked].filter((queue) => !isOpen(queue));
  return {
    locked: locked.length,
    open: locked.filter(isOpen),
    blocked: blocked.map(({ routes }) => routes),
  };
}

const findRoutes = (
  carriers: Carriers,
  { sender, owner }: Pick<SenderQueue, 'sender' | 'owner'>,
): SenderRoutes => carriers.findRoutes({ from: sender, owner });

const isOpen = ({ routes }: { readonly routes: SenderRoutes }): boolean => routes.capacity >= 1;

/** A carrier whose circuit is open does not work, so nothing waits for its capacity. */
const isBusy = (carrier: Carrier): boolean => carrier.capacity() < 1 && !carrier.circuit().isOpen;

const waitFor = (awaited: readonly Carrier[]): NextPass => ({
  isMore: awaited.length > 0,
  awaited,
});

/** Continues immediately if a carrier has capacity for a queue, and otherwise waits for it. */
function planNextPass(
  carriers: Carriers,
  { blocked, used, isCut, hasProgress, hasPostponed }: Left,
): NextPass {
  const routes = used.map((queue) => findRoutes(carriers, queue));
  const isPartlyBusy = (one: SenderRoutes) => one.isMixed && one.carriers.some(isBusy);
  // The next messages of a mixed queue may all be for its full carrier.
  const canContinue = routes.some((one) => one.capacity >= 1 && !isPartlyBusy(one));
  const hasRoom = blocked.some((one) => one.carriers.some((carrier) => carrier.capacity() >= 1));
  if (hasRoom || (hasProgress && (canContinue || (isCut && carriers.capacity() >= 1))))
    return { isMore: true, awaited: [] };
  // The responses of the other carriers of a mixed queue show that they have capacity for more.
  const awaited = [...blocked, ...routes].flatMap((one) =>
    isPartlyBusy(one) ? one.carriers : one.carriers.filter(isBusy),
  );
  if (awaited.length > 0) return waitFor([...new Set(awaited)]);
  // Messages for a carrier that does not work may have been ahead of others.
  return { isMore: hasPostponed && carriers.capacity() >= 1, awaited: [] };
}

/** A paced queue may only continue if some of its messages left it without being claimed. */
function mayHaveMore(
  { accountId, sender, capacity, isPaced }: SenderQueue,
  candidates: readonly MessageRow[],
  claimed: readonly MessageRow[],
): boolean {
  const count = (rows: readonly MessageRow[]) =>
    rows.filter((row) => row.account_id === accountId && row.sender === sender).length;
  const considered = count(candidates);
  return considered >= capacity && !(isPaced && count(claimed) === considered);
}
