import type { EventType, MessageStatus } from '../contract/index.ts';

/** A message with one of these statuses did not arrive, so nobody replies to it. */
const withoutReply = [
  'undelivered',
  'failed',
  'expired',
  'canceled',
] as const satisfies readonly MessageStatus[];
const eventsWithoutReply: readonly EventType[] = withoutReply.map(
  (status) => `message.${status}` as const,
);

/** Lists the events that end the wait for a reply. */
export const replyEvents: readonly EventType[] = ['message.received', ...eventsWithoutReply];

export const isWithoutReply = (status: MessageStatus): boolean =>
  withoutReply.some((one) => one === status);

/** Returns true if the event shows that its message will get no reply. */
export const rulesOutReply = (type: EventType): boolean => eventsWithoutReply.includes(type);
