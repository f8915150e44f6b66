import type { Broadcast } from '@textloom/shared/contract';
import { sql, type Selectable, type Updateable } from 'kysely';
import { recordAudit } from '../audit/recordAudit.ts';
import type { Context } from '../core/context.ts';
import type { UnitOfWork } from '../core/unitOfWork.ts';
import { fail, failMissing } from '../errors/serviceError.ts';
import { parseSendAt } from '../messages/timing/planTiming.ts';
import type { BroadcastTable } from '../store/tables/broadcastTables.ts';
import type { Db, Trx } from '../store/database.ts';
import { recordEvents } from '../webhooks/recordEvents.ts';
import { findLastContact } from './readAudience.ts';
import {
  readBroadcast,
  selectBroadcasts,
  selectCountedBroadcasts,
  toBroadcast,
} from './toBroadcast.ts';

export type BroadcastRow = Selectable<BroadcastTable>;

/** Pauses a broadcast. The background work then holds its waiting messages until it continues. */
export async function pauseBroadcast(unit: UnitOfWork, id: string): Promise<Broadcast> {
  const { status } = await lockBroadcast(unit, id);
  if (status !== 'running' && status !== 'scheduled') refuseChange(status, 'paused');
  await setStatus(unit.trx, id, { status: 'paused' });
  await continueNow(unit.trx, id);
  return readBroadcast(unit.trx, id);
}

const hasStarted = (until: Date) =>
  sql<boolean>`(status = 'running' and started_at <= ${until}
    or status = 'scheduled' and send_at <= ${until})`;

/** Counts what `pauseStartedBroadcasts` would pause. */
export async function countStartedBroadcasts(db: Db, until: Date): Promise<number> {
  const rows = await db.selectFrom('broadcast').select('id').where(hasStarted(until)).execute();
  return rows.length;
}

/**
 * Pauses all broadcasts that had started or were due by a time, in all accounts. Returns how many.
 * A restored backup does not contain the messages that they sent after it was made.
 */
export async function pauseStartedBroadcasts(
  { clock }: Pick<Context, 'clock'>,
  trx: Trx,
  until: Date,
): Promise<number> {
  // The lock keeps a service that still runs from starting one of them meanwhile.
  await trx
    .selectFrom('broadcast_work')
    .select('broadcast_id')
    .orderBy('broadcast_id')
    .forUpdate()
    .execute();
  const paused = await trx
    .updateTable('broadcast')
    .set({ status: 'paused' })
    .where(hasStarted(until))
    .returning(['id', 'account_id'])
    .execute();
  const entry = { operation: 'broadcast.pause', by: 'command_line', now: clock() } as const;
  for (const { id, account_id: accountId } of paused)
    await recordAudit(trx, { ...entry, accountId, resourceId: id });
  return paused.length;
}

/** Continues a broadcast. Its stop rules start to count again. */
export async function resumeBroadcast(unit: UnitOfWork, id: string): Promise<Broadcast> {
  const { trx, now, context } = unit;
  const { status, send_at, started_at } = await lockBroadcast(unit, id);
  if (status !== 'paused' && status !== 'stopped') refuseChange(status, 'resumed');
  if (started_at === null && send_at !== null && send_at > now) {
    await setStatus(trx, id, { status: 'scheduled', stopped_reason: null });
    return readBroadcast(trx, id);
  }
  const { tally } = await selectCountedBroadcasts(trx)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await trx
    .updateTable('broadcast_work')
    .set({ judged_from: JSON.stringify(tally), is_releasing: true })
    .where('broadcast_id', '=', id)
    .execute();
  await runBroadcast(context, trx, id, started_at);
  return readBroadcast(trx, id);
}

/** Ends a broadcast. The background work then cancels its waiting messages. */
export async function cancelBroadcast(unit: UnitOfWork, id: string): Promise<Broadcast> {
  const { trx, now, context } = unit;
  const { status } = await lockBroadcast(unit, id);
  if (status === 'completed' || status === 'canceled') refuseChange(status, 'canceled');
  await setStatus(trx, id, { status: 'canceled', stopped_reason: null, completed_at: now });
  await continueNow(trx, id);
  return recordChange(context, trx, id, 'broadcast.canceled');
}

/** Moves the start of a broadcast that has not started to another time. If paused, it stays so. */
export async function rescheduleBroadcast(
  unit: UnitOfWork,
  id: string,
  sendAt: string,
): Promise<Broadcast> {
  const { status, started_at } = await lockBroadcast(unit, id);
  const isWaiting = status === 'scheduled' || (status === 'paused' && started_at === null);
  if (!isWaiting) refuseChange(status, 'rescheduled');
  await setStatus(unit.trx, id, { send_at: parseSendAt(sendAt, unit.now) });
  return readBroadcast(unit.trx, id);
}

/** Starts a broadcast, or continues it if it has started before. */
export async function runBroadcast(
  context: Context,
  trx: Trx,
  id: string,
  startedAt: Date | null,
): Promise<void> {
  const started_at = startedAt ?? context.clock();
  await setStatus(trx, id, { status: 'running', stopped_reason: null, started_at });
  if (startedAt === null) await endAudience(trx, id);
  await continueNow(trx, id);
  if (startedAt === null) await recordChange(context, trx, id, 'broadcast.started');
}

/** Keeps contacts who are added from now on out of a broadcast. */
async function endAudience(trx: Trx, id: string): Promise<void> {
  const { account_id } = await trx
    .selectFrom('broadcast')
    .select('account_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await trx
    .updateTable('broadcast_work')
    .set({ last_contact: await findLastContact(trx, account_id) })
    .where('broadcast_id', '=', id)
    .execute();
}

/** Stops a broadcast until somebody resumes it. The transaction must hold the lock of its work. */
export async function stopBroadcast(
  context: Context,
  trx: Trx,
  id: string,
  stopped_reason: NonNullable<Broadcast['stopped_reason']>,
): Promise<void> {
  await setStatus(trx, id, { status: 'stopped', stopped_reason });
  await recordChange(context, trx, id, 'broadcast.stopped');
}

export async function completeBroadcast(context: Context, trx: Trx, id: string): Promise<void> {
  await setStatus(trx, id, { status: 'completed', completed_at: context.clock() });
  await recordChange(context, trx, id, 'broadcast.completed');
}

/** Locks the work on a broadcast of the account, so that its status stays the same meanwhile. */
async function lockBroadcast({ trx, account }: UnitOfWork, id: string): Promise<BroadcastRow> {
  await trx
    .selectFrom('broadcast_work')
    .innerJoin('broadcast', 'broadcast.id', 'broadcast_work.broadcast_id')
    .select('id')
    .where('id', '=', id)
    .where('account_id', '=', account.id)
    .forUpdate('broadcast_work')
    .execute();
  const row = await trx
    .selectFrom('broadcast')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', account.id)
    .executeTakeFirst();
  return row ?? failMissing('broadcast');
}

const refuseChange = (status: Broadcast['status'], change: string): never =>
  fail('status_conflict', { detail: `The broadcast is ${status} and cannot be ${change}.` });

/** Waits until no process is choosing messages to submit. Those that it has chosen still leave. */
const setStatus = (trx: Trx, id: string, change: Updateable<BroadcastTable>) =>
  trx.updateTable('broadcast').set(change).where('id', '=', id).execute();

const continueNow = (trx: Trx, id: string) =>
  trx
    .updateTable('broadcast_work')
    .set({ next_at: sql`now()`, idle_steps: 0 })
    .where('broadcast_id', '=', id)
    .execute();

async function recordChange(
  context: Context,
  trx: Trx,
  id: string,
  type: 'broadcast.started' | 'broadcast.stopped' | 'broadcast.completed' | 'broadcast.canceled',
): Promise<Broadcast> {
  const row = await selectBroadcasts(trx).where('id', '=', id).executeTakeFirstOrThrow();
  const data = toBroadcast(row);
  await recordEvents(context, trx, [{ accountId: row.account_id, type, data }]);
  return data;
}
