import type { Event, EventType, MessageEventData } from '@textloom/shared/contract';
import type { Context } from '../core/context.ts';
import { messageStatuses } from '../observability/metrics.ts';
import type { Trx } from '../store/database.ts';
import { insertMany } from '../store/insertMany.ts';
import { queueDeliveries } from './planDeliveries.ts';
import { toEventRow } from './toEvent.ts';

export type NewEvent = { readonly accountId: string } & {
  [T in EventType]: { readonly type: T; readonly data: Event<T>['data'] };
}[EventType];

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
  for (const { type, data } of events)
    if (type.startsWith('message.'))
      messageStatuses.inc({ status: (data as MessageEventData).status });
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
function findMessageId({ type, data }: NewEvent): string | null {
  if (type.startsWith('message.')) return (data as MessageEventData).id;
  if ('last_message' in data) return data.last_message?.id ?? null;
  return type.startsWith('review.') ? (data as Event<'review.created'>['data']).message_id : null;
}
