import { sql } from 'kysely';
import { advanceTo } from '../messages/advance.ts';
import { isUnsent } from '../messages/statusMachine.ts';
import { holdMessages } from '../recipients/haltedBroadcasts.ts';
import { hour } from '../times/durations.ts';
import { ttl } from './createMessages.ts';
import { idleUntil, type Step } from './step.ts';

const recipientsPerStep = 2_000;

/** A message that has used up less of its time to live than this keeps the rest. */
const spentMs = hour;

/**
 * Holds the next messages of a broadcast that does not run. Dispatch would hold them too, but only
 * as many at a time as the pace of their sender allows, and all others would wait behind them.
 */
export async function holdWaiting(step: Step): Promise<void> {
  const { context, trx, broadcast } = step;
  const limit = context.batch();
  const waiting = await trx
    .selectFrom('message')
    .select('id')
    .where('broadcast_id', '=', broadcast.id)
    .where(isUnsent())
    // A carrier may have a message whose submit is in progress.
    .where('submitting_at', 'is', null)
    .where(sql<boolean>`not_before is distinct from 'infinity'`)
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .execute();
  await holdMessages(
    trx,
    waiting.map(({ id }) => id),
  );
  await step.save({ next_at: waiting.length === limit ? sql`now()` : null });
}

/**
 * Returns messages that were held back to the queue, and gives every waiting message its full time
 * to live: it may continue before all of them are held.
 */
export async function releaseHeld(step: Step): Promise<void> {
  const { context, trx, broadcast, now, afterCommit } = step;
  const limit = context.batch();
  const expiresAt = new Date(now.getTime() + ttl * 1_000);
  const { rows } = await sql`
    update message set not_before = nullif(not_before, 'infinity'), expires_at = ${expiresAt}
    where id in (
      select id from message
      where broadcast_id = ${broadcast.id} and ${isUnsent()}
        and (not_before = 'infinity' or expires_at < ${new Date(expiresAt.getTime() - spentMs)})
      order by id limit ${limit}
      for update
    )
    returning id`.execute(trx);
  await step.save({ is_releasing: rows.length === limit, next_at: sql`now()` });
  afterCommit(context.wakeDispatch);
}

/**
 * Cancels the next messages of a canceled broadcast, and once no more can be canceled, skips its
 * next recipients.
 */
export async function cancelWaiting(step: Step): Promise<void> {
  const { context, trx, broadcast, work } = step;
  const limit = context.batch();
  const waiting = await trx
    .selectFrom('message')
    .select(['id', 'submitting_at'])
    .where('broadcast_id', '=', broadcast.id)
    .where(isUnsent())
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .execute();
  // A carrier may have a message whose submit is in progress.
  const unsent = waiting.filter(({ submitting_at }) => submitting_at === null);
  await advanceTo(context, trx, unsent, { to: 'canceled' });
  // Messages that are locked hold up all other messages of their number.
  const skipped = unsent.length > 0 ? 0 : await skipRecipients(step);
  const isBusy = unsent.length > 0 || skipped > 0;
  const isDone = waiting.length === 0 && !isBusy;
  await step.save({
    skipped: work.skipped + skipped,
    idle_steps: isBusy ? 0 : work.idle_steps + 1,
    next_at: isDone ? null : isBusy ? sql`now()` : idleUntil(work.idle_steps, false),
  });
}

/** Returns how many recipients it skipped. */
async function skipRecipients({ trx, broadcast }: Step): Promise<number> {
  // Does not join by the ID of the broadcast. While the statistics of the table are old, the
  // database would expect one recipient, and compare each with all others.
  const { numAffectedRows = 0n } = await sql`
    update broadcast_recipient set status = 'skipped', skipped_reason = 'canceled'
    where ctid = any(array(
      select ctid from broadcast_recipient
      where broadcast_id = ${broadcast.id} and status = 'pending'
      limit ${recipientsPerStep}
      for update
    ))`.execute(trx);
  return Number(numAffectedRows);
}
