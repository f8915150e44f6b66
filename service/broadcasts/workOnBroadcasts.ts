import { limits } from '@textloom/shared/contract';
import { sql } from 'kysely';
import { readAccount } from '../accounts/readAccount.ts';
import type { Context } from '../core/context.ts';
import { unsentStatuses } from '../messages/statusMachine.ts';
import type { Trx } from '../store/database.ts';
import { commit, type AfterCommit } from '../store/groupCommit.ts';
import { completeBroadcast, runBroadcast, stopBroadcast } from './broadcastStatus.ts';
import { createMessages } from './createMessages.ts';
import { expandAudience } from './expandAudience.ts';
import { cancelWaiting, holdWaiting, releaseHeld } from './moveWaiting.ts';
import { createSave, idleUntil, type Step } from './step.ts';
import { findBrokenRule } from './stopRules.ts';
import {
  countFinal,
  countMessages,
  selectCountedBroadcasts,
  type CountedBroadcast,
} from './toBroadcast.ts';

type CountedStep = Step & { readonly broadcast: CountedBroadcast };

/** How long a broadcast rests after a failure, so that it does not keep others waiting. */
const failureSeconds = 10;

/**
 * Does one step of the broadcast that has waited longest. Returns true if there may be more to do.
 * Several processes can run it at the same time, each for another broadcast.
 */
export async function workOnBroadcasts(context: Context): Promise<boolean> {
  const { isScheduled, isDue } = await lookForWork(context);
  // If a broadcast cannot start, all others still progress.
  const [notStarted] = isScheduled ? await startScheduled(context) : [];
  if (!isScheduled && !isDue) return false;
  const claim: { id?: string } = {};
  try {
    await commit(context.db, async (trx, afterCommit) => {
      const step = await claimStep(context, trx, afterCommit);
      if (!step) return;
      claim.id = step.broadcast.id;
      await takeStep(step);
    });
  } catch (error) {
    if (claim.id === undefined) throw error;
    throw await restAfterFailure(context, claim.id, error);
  }
  if (notStarted) throw notStarted;
  return claim.id !== undefined;
}

/** Lets a broadcast rest. Returns the failure with the ID of the broadcast, for the log. */
async function restAfterFailure({ db }: Context, id: string, cause: unknown): Promise<Error> {
  await db
    .updateTable('broadcast_work')
    .set({ next_at: sql`now() + make_interval(secs => ${failureSeconds})` })
    .where('broadcast_id', '=', id)
    .execute()
    .catch(() => undefined);
  return new Error(`A step of ${id} failed`, { cause });
}

/**
 * Looks for broadcasts to work on. This runs several times per second, costs far less than a
 * transaction, and there is rarely any.
 */
async function lookForWork({ db, clock }: Context) {
  const { rows } = await sql<{ isScheduled: boolean; isDue: boolean }>`select
    exists (
      select from broadcast join broadcast_work as work on work.broadcast_id = broadcast.id
      where broadcast.status = 'scheduled' and broadcast.send_at <= ${clock()}
        and work.next_at is null
    ) as "isScheduled",
    exists (select from broadcast_work where next_at <= now()) as "isDue"`.execute(db);
  return rows[0]!;
}

/**
 * Starts the broadcasts whose time has come. One that does not start rests, and its next step ends
 * the rest. Returns the errors.
 */
async function startScheduled(context: Context): Promise<Error[]> {
  const due = await context.db
    .selectFrom('broadcast')
    .innerJoin('broadcast_work as work', 'work.broadcast_id', 'broadcast.id')
    .select('broadcast.id')
    .where('broadcast.status', '=', 'scheduled')
    .where('broadcast.send_at', '<=', context.clock())
    .where('work.next_at', 'is', null)
    .orderBy('broadcast.send_at')
    .limit(10)
    .execute();
  const failures: Error[] = [];
  for (const { id } of due)
    await context.db
      .transaction()
      .execute((trx) => startOne(context, trx, id))
      .catch(async (error: unknown) => {
        failures.push(await restAfterFailure(context, id, error));
      });
  return failures;
}

async function startOne(context: Context, trx: Trx, id: string): Promise<void> {
  await trx
    .selectFrom('broadcast_work')
    .select('broadcast_id')
    .where('broadcast_id', '=', id)
    .forUpdate()
    .execute();
  const row = await trx
    .selectFrom('broadcast')
    .select('started_at')
    .where('id', '=', id)
    .where('status', '=', 'scheduled')
    .where('send_at', '<=', context.clock())
    .executeTakeFirst();
  if (row) await runBroadcast(context, trx, id, row.started_at);
}

/** Locks the work on a broadcast that is due, unless another process has locked it. */
async function claimStep(
  context: Context,
  trx: Trx,
  afterCommit: AfterCommit,
): Promise<CountedStep | undefined> {
  const work = await trx
    .selectFrom('broadcast_work')
    .selectAll()
    .where('next_at', '<=', sql<Date>`now()`)
    .orderBy('next_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!work) return undefined;
  const id = work.broadcast_id;
  const broadcast = await selectCountedBroadcasts(trx)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const account = await readAccount(trx, broadcast.account_id);
  const save = createSave({ trx }, id);
  return { context, trx, account, now: context.clock(), afterCommit, broadcast, work, save };
}

async function takeStep(step: CountedStep): Promise<void> {
  const { broadcast, work } = step;
  if (broadcast.status === 'canceled') return cancelWaiting(step);
  if (broadcast.status !== 'running') return holdWaiting(step);
  if (work.is_releasing) return releaseHeld(step);
  if (work.recipients > limits.broadcastRecipients)
    return stopBroadcast(step.context, step.trx, broadcast.id, 'too_many_recipients');
  if (!work.is_expanded) return expandAudience(step);
  const waiting = countMessages(broadcast.tally, unsentStatuses);
  const pending = work.recipients - work.created - work.skipped;
  const brokenRule = findBrokenRule(broadcast, broadcast.tally, work.judged_from ?? {});
  if (brokenRule && pending + waiting > 0)
    return stopBroadcast(step.context, step.trx, broadcast.id, brokenRule);
  return pending > 0
    ? createMessages(step, countMessages(broadcast.tally, ['queued']))
    : awaitOutcomes(step, waiting);
}

/** Completes the broadcast once every message is final. */
async function awaitOutcomes(step: CountedStep, waiting: number): Promise<void> {
  const { context, trx, broadcast, work } = step;
  const finished = countFinal(broadcast.tally);
  if (waiting + countMessages(broadcast.tally, ['sent']) === 0) {
    await step.save({ finished, next_at: null });
    return completeBroadcast(context, trx, broadcast.id);
  }
  const idleSteps = finished === work.finished ? work.idle_steps + 1 : 0;
  await step.save({ finished, idle_steps: idleSteps, next_at: idleUntil(idleSteps, waiting > 0) });
}
