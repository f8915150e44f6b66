import { randomUUID } from 'node:crypto';
import { ApiError, invalidField, noneIfMissing, type Client } from '../client/index.ts';
import {
  isSenderName,
  statusEventTypes,
  type contract,
  type EventType,
  type Input,
  type Message,
  type MessageStatus,
  type WebhookFilter,
} from '../contract/index.ts';

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
  from === undefined || !isSenderName(from.trim());

/** Throws if nobody can reply to a sender. */
export function requireAnswerable(from: string | undefined, verb = 'is'): void {
  if (isAnswerable(from)) return;
  throw invalidField(
    'from',
    `${verb} a sender name, which cannot receive replies, so choose a number`,
  );
}

/** Follows the name of the field of the sender if it is empty and replies would go nowhere. */
export const theDefault = 'is empty, and your default number is';

/** Throws if a time limit in minutes may not be the one that the user means. */
export function requireTimeLimit(minutes: number, longest: number): void {
  // In many countries, 1.440 means 1440.
  if (Number.isInteger(minutes) && minutes >= 1 && minutes <= longest) return;
  throw invalidField('time_limit', `must be a whole number from 1 to ${longest}`);
}

/** Returns the end of a time limit, which begins when the service sends the message. */
export function computeEndOfWait(
  { send_at, created_at }: Pick<Message, 'send_at' | 'created_at'>,
  minutes: number,
): string {
  // If the message is held for quiet hours, the service sends it later. A replay may find that it was
  // sent long ago. The clock of the host may be slow.
  const start = Math.max(Date.now(), Date.parse(send_at ?? created_at));
  return new Date(start + minutes * 60_000).toISOString();
}

/** If the webhook of a check is not deleted, it ends after this time. */
const checkMs = 3_600_000;

/**
 * Checks that the service can report these events to this URL before it sends a text: creates a webhook
 * that gets no event, and deletes it.
 *
 * @param deliver lets the service deliver a test, and throws if it does not arrive
 */
export async function checkWebhook(
  { webhook }: { readonly webhook: Pick<Client['webhook'], 'create' | 'delete'> },
  url: string,
  events: readonly EventType[] = replyEvents,
  {
    secret,
    deliver,
    filter,
  }: { secret?: string; deliver?: (id: string) => Promise<void>; filter?: WebhookFilter } = {},
): Promise<void> {
  const { id } = await webhook.create({
    url,
    ...(secret !== undefined && { secret }),
    events: [...events],
    // The service limits the webhooks that name the same message, although this one does not exist.
    filter: { ...filter, message_id: [`none-${randomUUID()}`] },
    expires_at: new Date(Date.now() + checkMs).toISOString(),
  });
  // Another process that checks the same URL may have deleted the webhook.
  const end = () => webhook.delete({ id }).catch(noneIfMissing);
  await deliver?.(id).catch(async (error: unknown) => {
    await end().catch(() => undefined);
    throw error;
  });
  await end();
}

/** Throws if nobody can reply to the sender of a text, which is the default number if it names none. */
export async function requireAnswerableSender(
  { message }: { readonly message: Pick<Client['message'], 'preview'> },
  { to, from }: Pick<Input<typeof contract.message.send>, 'to' | 'from'>,
): Promise<void> {
  requireAnswerable(from);
  if (from !== undefined) return;
  const preview = await message.preview({ to, text: '-' }).catch((error: unknown) => {
    // The request to send reports what is wrong with the number.
    if (!(error instanceof ApiError) || error.retryable) throw error;
  });
  requireAnswerable(preview?.from ?? undefined, theDefault);
}
