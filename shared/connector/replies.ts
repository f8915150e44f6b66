import type { EventType, MessageStatus } from '../contract/index.ts';

/** Nobody replies to a message with one of these statuses, because it did not arrive. */
const withoutReply = [
  'undelivered',
  'failed',
  'expired',
  'canceled',
] as const satisfies readonly MessageStatus[];
const eventsWithoutReply: readonly EventType[] = withoutReply.map(
  (status) => `message.${status}` as const,
);

/** The events that end the wait for a reply. */
export const replyEvents: readonly EventType[] = ['message.received', ...eventsWithoutReply];

export const isWithoutReply = (status: MessageStatus): boolean =>
  withoutReply.some((one) => one === status);

/** Whether an event says that no reply will come to its message. */
export const rulesOutReply = (type: EventType): boolean => eventsWithoutReply.includes(type);
