import { limits, type Message } from '@textloom/shared/contract';
import { isWithoutReply } from '@textloom/shared/connector/replies';
import { refusal } from '../errors.ts';
import type { Call } from '../tools/tool.ts';
import type { NewText } from './sendOnce.ts';

const hourMs = 3_600_000;

/**
 * Finds the message with which this agent sent the same to the recipient in the time in which a
 * repeated call sends nothing.
 */
export async function findEarlier(
  { client, settings, signal }: Call,
  { to, text = '', media_urls: media = [] }: NewText,
): Promise<Message | undefined> {
  const since = new Date(Date.now() - limits.idempotencyHours * hourMs).toISOString();
  const { data } = await client.message.list(
    { to, reference: settings.agent, direction: 'outbound', created_after: since, limit: 100 },
    { signal },
  );
  const wanted = JSON.stringify([text, media]);
  return data.find((one) => wanted === JSON.stringify([one.text, one.media.map(({ url }) => url)]));
}

const sendAgain =
  'If the user wants the same text sent again, repeat the call with a new "deduplication_key".';

export const sentDifferently = refusal(
  `The service accepted this text for this recipient in the last ${limits.idempotencyHours} hours, with`,
  'other details, such as another sender, time or purpose, so this call sent nothing. Call',
  `list_messages to see its status. ${sendAgain}`,
);

/** Says what became of the message of an earlier call. */
export function alreadySent({ status }: Message): string {
  if (status === 'canceled')
    return `The message of an earlier call was canceled, and this call sent nothing. ${anew}`;
  if (isWithoutReply(status))
    return `The message of an earlier call did not arrive, and this call sent nothing. ${anew}`;
  if (status === 'scheduled')
    return `An earlier call scheduled this message, so this call sent nothing. ${sendAgain}`;
  return `An earlier call sent this message, so this call sent nothing. ${sendAgain}`;
}
const anew = 'If the user wants to try again, repeat the call with a new "deduplication_key".';
