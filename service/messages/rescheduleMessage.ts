import type { Input, Message, contract } from '@textloom/shared/contract';
import { findOwn } from '../core/findOwn.ts';
import type { UnitOfWork } from '../core/unitOfWork.ts';
import { fail } from '../errors/serviceError.ts';
import { lookUpFacts } from './lookUpFacts.ts';
import { planTiming } from './timing/planTiming.ts';
import { toMessage } from './toMessage.ts';

/** Moves a scheduled message, and its expiry by the same difference, to another time. */
export async function rescheduleMessage(
  unit: UnitOfWork,
  { id, send_at }: Input<(typeof contract)['message']['reschedule']>,
): Promise<Message> {
  const { trx, now, context, afterCommit } = unit;
  const row = await findOwn(unit, 'message', id, { lock: true });
  if (row.status !== 'scheduled')
    fail('status_conflict', { detail: `The message is ${row.status} and cannot be rescheduled.` });
  if (row.broadcast_id !== null)
    fail('status_conflict', { detail: 'The broadcast of the message decides when it is sent.' });
  const { recipient: to, purpose } = row;
  const lookups = await lookUpFacts(unit, [{ to, purpose }]);
  const timing = planTiming(unit, { send_at, purpose, ttl: 0 }, lookups, to);
  const sendAt = timing.sendAt ?? now;
  const laterMs = sendAt.getTime() - row.due_at!.getTime();
  const moved = await trx
    .updateTable('message')
    .set({
      send_at: sendAt,
      due_at: sendAt,
      held_reason: timing.heldReason,
      quiet_zones: timing.quietZones,
      expires_at: row.expires_at && new Date(row.expires_at.getTime() + laterMs),
      sequence: row.sequence + 1,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  afterCommit(context.wakeDispatch);
  return toMessage(moved);
}
