import type { EventType, MessageStatus } from '@textloom/shared/contract';

/**
 * Where a message can go from each status. The first final status wins, because nothing leads out
 * of one; and no status leads back, so that of two changes the later one is always further on.
 */
export const transitions: Record<MessageStatus, readonly MessageStatus[]> = {
  scheduled: ['queued', 'canceled', 'failed', 'expired'],
  queued: ['sent', 'canceled', 'failed', 'expired'],
  sent: ['delivered', 'undelivered', 'expired', 'unconfirmed'],
  delivered: [],
  undelivered: [],
  failed: [],
  expired: [],
  unconfirmed: [],
  canceled: [],
  received: [],
};

export const isFinal = (status: MessageStatus): boolean => transitions[status].length === 0;

/** The event that tells of a status; the first ones, which the answer to the request tells, have none. */
export function eventTypeOf(status: MessageStatus): EventType | undefined {
  return status === 'scheduled' || status === 'queued' ? undefined : `message.${status}`;
}
