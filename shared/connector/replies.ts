import { ApiError, type Client } from '../client/index.ts';
import { statusEventTypes, type EventType, type MessageStatus } from '../contract/index.ts';

/** Whether each event shows that its message did not arrive, so that nobody replies to it. */
const isLoss: Record<(typeof statusEventTypes)[number], boolean> = {
  'message.sent': false,
  'message.delivered': false,
  'message.undelivered': true,
  'message.failed': true,
  'message.expired': true,
  'message.unconfirmed': false,
  'message.canceled': true,
};
const eventsWithoutReply: readonly EventType[] = statusEventTypes.filter((type) => isLoss[type]);

/** Lists the events that end the wait for a reply. */
export const replyEvents: readonly EventType[] = ['message.received', ...eventsWithoutReply];

export const isWithoutReply = (status: MessageStatus): boolean =>
  eventsWithoutReply.some((type) => type === `message.${status}`);

/** Returns true if the event shows that its message will get no reply. */
export const rulesOutReply = (type: EventType): boolean => eventsWithoutReply.includes(type);

/** Returns true if people can reply to a sender. A name has no number to reply to. */
export const isAnswerable = (from: string | undefined): boolean =>
  from === undefined || !/\p{L}/u.test(from);

/**
 * Returns the number or the name that a text to a recipient goes out from if it names no sender, or
 * undefined if the service does not say.
 */
export async function findDefaultSender(
  { message }: { readonly message: Pick<Client['message'], 'preview'> },
  to: string,
): Promise<string | undefined> {
  const preview = await message.preview({ to, text: '-' }).catch((error: unknown) => {
    // The request to send reports what is wrong with the number.
    if (!(error instanceof ApiError) || error.retryable) throw error;
  });
  return preview?.from ?? undefined;
}
