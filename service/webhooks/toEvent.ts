import {
  eventSchema,
  fromWire,
  isAccepted,
  toWire,
  type Delivery,
  type Event,
  type EventType,
} from '@textloom/shared/contract';
import { sql, type Selectable } from 'kysely';
import { newId } from '../lib/ids.ts';
import { iso } from '../times/iso.ts';
import type { DeliveryTable, EventTable } from '../store/tables/webhookTables.ts';

/** An event that has no ID yet. */
export type NewEvent<T extends EventType = EventType> = T extends EventType
  ? { readonly accountId: string; readonly type: T; readonly data: Event<T>['data'] }
  : never;

/** Returns whether an event is about an object, such as a message. */
export const isAbout = <E extends { readonly type: EventType }, const Noun extends string>(
  event: E,
  noun: Noun,
): event is Extract<E, { readonly type: `${Noun}.${string}` }> => event.type.startsWith(`${noun}.`);

type EventRow = Pick<Selectable<EventTable>, 'id' | 'account_id' | 'type' | 'body' | 'created_at'>;

/**
 * Selects the events that tell what happened to a message. Joined texts, and events of
 * conversations and reviews, also name a message, because they repeat its text.
 */
export const isMessageEvent = sql<boolean>`type like 'message.%' and webhook_id is null`;

/** Returns the row of a new event. */
export function toEventRow({ accountId, type, data }: NewEvent, at: Date): EventRow {
  const id = newId('evt');
  const body = JSON.stringify(toWire(eventSchema, { id, type, timestamp: iso(at), data }));
  return { id, account_id: accountId, type, body, created_at: at };
}

/** Returns the event of a row, which stores it in the wire format. */
export const toEvent = ({ body }: { readonly body: string }): Event =>
  fromWire(eventSchema, JSON.parse(body)) as Event;

/**
 * Selects the deliveries that failed. PostgreSQL uses the index of failed deliveries only with this
 * condition on the status code.
 */
export const hasFailed = sql<boolean>`(
  not coalesce(status_code between 200 and 299, false) and not is_acknowledged)`;

/** Returns one attempt to deliver an event, as the API shows it. */
export const toDelivery = (row: Selectable<DeliveryTable>): Delivery => ({
  id: row.id,
  webhook_id: row.webhook_id,
  event_id: row.event_id,
  event_type: row.event_type,
  attempt: row.attempt,
  status: row.is_acknowledged || isAccepted(row.status_code) ? 'succeeded' : 'failed',
  status_code: row.status_code,
  response_body: row.answer,
  error: row.error,
  duration_ms: row.duration_ms,
  started_at: iso(row.started_at),
  next_attempt_at: iso(row.next_attempt_at),
});
