import type { Context } from '../core/context.ts';
import { messageStatuses } from '../observability/metrics.ts';
import type { Trx } from '../store/database.ts';
import { insertMany } from '../store/insertMany.ts';
import { queueDeliveries } from './planDeliveries.ts';
import { isAbout, toEventRow, type NewEvent } from './toEvent.ts';

/** Stores events and queues their delivery to every webhook that asks for them. */
export async function recordEvents(
  context: Context,
  trx: Trx,
  events: readonly NewEvent[],
): Promise<string[]> {
  if (events.length === 0) return [];
  const at = context.clock();
  const rows = events.map((event) => ({
    ...toEventRow(event, at),
    message_id: findMessageId(event),
  }));
  await insertMany('event', rows).execute(trx);
  for (const event of events)
    if (isAbout(event, 'message')) messageStatuses.inc({ status: event.data.status });
  await queueDeliveries(
    context,
    trx,
    events.map((event, index) => ({ ...event, id: rows[index]!.id })),
    { now: at },
  );
  return rows.map((row) => row.id);
}

/**
 * Returns the message whose text an event contains, so that the text of the event goes with the
 * text of the message.
 */
function findMessageId(event: NewEvent): string | null {
  if (isAbout(event, 'message')) return event.data.id;
  if (isAbout(event, 'conversation')) return event.data.last_message?.id ?? null;
  return isAbout(event, 'review') ? event.data.message_id : null;
}
