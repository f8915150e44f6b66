import { limits, type contract, type Message, type Output } from '@textloom/shared/contract';
import { isWithoutReply } from '@textloom/shared/connector/replies';
import { agentPrefix } from '../settings.ts';
import type { Call } from '../tools/tool.ts';
import type { NewText } from './sendOnce.ts';

export type Preview = Output<typeof contract.message.preview>;

const hourMs = 3_600_000;

/**
 * Finds the message with which an agent of the account sent the same to the recipient in the time in
 * which a repeated call sends nothing. All agents share the keys of the account.
 */
export async function findEarlier(
  { client, settings, signal }: Pick<Call, 'client' | 'settings' | 'signal'>,
  { to, text = '', media_urls: media = [] }: NewText,
): Promise<Message | undefined> {
  const since = new Date(Date.now() - limits.idempotencyHours * hourMs).toISOString();
  const wanted = JSON.stringify([text, media]);
  const search = async (filter: { reference?: string }) => {
    const { data } = await client.message.list(
      { ...filter, to, direction: 'outbound', created_after: since, limit: 100 },
      { signal },
    );
    return data.find(
      (one) =>
        one.reference?.startsWith(agentPrefix) &&
        wanted === JSON.stringify([one.text, one.media.map(({ url }) => url)]),
    );
  };
  // A page may be full of the messages of other programs.
  return (await search({ reference: settings.agent })) ?? search({});
}

/** Returns true if an earlier message has the sender, the time and the purpose that a call gives. */
export const isSame = (
  { from, send_at, purpose }: NewText,
  preview: Preview,
  earlier: Message,
): boolean =>
  (from === undefined || preview.from === earlier.from) &&
  (send_at === undefined || preview.send_at === earlier.send_at) &&
  (purpose === undefined || purpose === earlier.purpose);

const sendAgain =
  'If the user wants the same text sent again, repeat the call with a new "deduplication_key".';

export const sentDifferently = [
  `The service accepted this text for this recipient in the last ${limits.idempotencyHours} hours, with`,
  'other details, such as another sender, time or purpose, so this call sent nothing. Call',
  `list_messages to see its status. ${sendAgain}`,
].join(' ');

/** Tells an agent that plans a message about an earlier one. */
export const noteEarlier = ({ status }: Message): string =>
  `The service accepted this text for this recipient in the last ${limits.idempotencyHours} hours, and ` +
  `its status is "${status}". If the user wants the same text sent again, call send_message with a ` +
  'new "deduplication_key".';

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
