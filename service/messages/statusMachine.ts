import type { EventType, MessageStatus } from '@textloom/shared/contract';

/**
 * The statuses that can follow each status. The first final status wins, because nothing follows
 * it. No status leads back, so the later of two changes is always the more advanced one.
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

/**
 * Returns the event type of a status. The initial statuses have none, because the API response
 * shows them.
 */
export function statusEventType(status: MessageStatus): EventType | undefined {
  return status === 'scheduled' || status === 'queued' ? undefined : `message.${status}`;
}
