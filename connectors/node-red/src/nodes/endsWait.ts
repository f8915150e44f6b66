import { replyEvents } from '@textloom/shared/connector/replies';
import type { Event, EventType } from '@textloom/shared/contract';

/** Lists the events that end a wait. */
export const endEvents: readonly EventType[] = [...replyEvents, 'webhook.expired'];

/** Returns true if an event ends a wait. The service itself handles HELP and START. */
export function endsWait(event: Event): boolean {
  const isHandled =
    event.type === 'message.received' && ['help', 'start'].includes(event.data.keyword ?? '');
  return endEvents.includes(event.type) && !isHandled;
}

/** Returns true if a wait ends because its time limit is over. */
export const isOfLimit = (event: Event | undefined): boolean =>
  event === undefined || event.type === 'webhook.expired';
