import {
  eventSchema,
  toWire,
  type Event,
  type EventType,
  type MessageEventData,
} from '@textloom/shared/contract';
import type { Context } from '../core/context.ts';
import { iso } from '../lib/iso.ts';
import { newId } from '../lib/ids.ts';
import { messageStatuses } from '../observability/metrics.ts';
import type { Trx } from '../store/database.ts';
import { insertMany } from '../store/insertMany.ts';
import { deliverJobs } from '../store/jobs.ts';
import { planDeliveries } from './planDeliveries.ts';

export type NewEvent = { readonly accountId: string } & {
  [T in EventType]: { readonly type: T; readonly data: Event<T>['data'] };
}[EventType];

/** Stores events and queues their delivery to every webhook that asks for them. */
export async function recordEvents(
  { enqueue, clock }: Context,
  trx: Trx,
  events: readonly NewEvent[],
): Promise<string[]> {
  if (events.length === 0) return [];
  const at = clock();
  const rows = events.map((event) => {
    const id = newId('evt');
    const envelope = { id, type: event.type, timestamp: iso(at), data: event.data };
    return {
      id,
      account_id: event.accountId,
      type: event.type,
      message_id: event.type.startsWith('message.') ? (event.data as MessageEventData).id : null,
      body: JSON.stringify(toWire(eventSchema, envelope)),
      created_at: at,
    };
  });
  await insertMany('event', rows).execute(trx);
  for (const { type, data } of events)
    if (type.startsWith('message.'))
      messageStatuses.inc({ status: (data as MessageEventData).status });
  const deliveries = await planDeliveries(
    trx,
    events.map((event, index) => ({ ...event, id: rows[index]!.id })),
    { now: at },
  );
  await enqueue(trx, 'deliver', deliverJobs(deliveries));
  return rows.map((row) => row.id);
}
