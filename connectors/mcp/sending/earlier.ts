import {
  limits,
  type contract,
  type Input,
  type Message,
  type Output,
} from '@textloom/shared/contract';
import { isWithoutReply } from '@textloom/shared/connector/replies';
import { agentPrefix } from '../settings.ts';
import type { Call } from '../tools/tool.ts';
import type { NewText } from './sendOnce.ts';

export type Preview = Output<typeof contract.message.preview>;

const hourMs = 3_600_000;

type Search = Pick<Input<typeof contract.message.list>, 'created_after' | 'status' | 'reference'>;

/** Finds a message with the same content that an agent of the account sent to the recipient. */
async function findOfAgents(
  { client, settings, signal }: Call,
  { to, text = '', media_urls: media = [] }: NewText,
  search: Search,
  isWanted: (one: Message) => boolean = () => true,
): Promise<Message | undefined> {
  const content = JSON.stringify([text, media]);
  const find = async (filter: Search) => {
    const asked = { ...search, ...filter, to, direction: 'outbound', limit: 100 } as const;
    const { data } = await client.message.list(asked, { signal });
    return data.find(
      (one) =>
        one.reference?.startsWith(agentPrefix) &&
        content === JSON.stringify([one.text, one.media.map(({ url }) => url)]) &&
        isWanted(one),
    );
  };
  // A page may be full of the messages of other programs.
  return (await find({ reference: settings.agent })) ?? find({});
}

/**
 * Finds the message of an earlier call in the time in which a repeated call sends nothing. All agents
 * share the keys of the account.
 */
export async function findEarlier(
  call: Call,
  message: NewText,
  preview: Preview,
): Promise<Message | undefined> {
  const since = new Date(Date.now() - limits.idempotencyHours * hourMs).toISOString();
  const recent = await findOfAgents(call, message, { created_after: since });
  return recent ?? findScheduled(call, message, preview);
}

/** Finds the message of an earlier call that waits for the same moment, however old it is. */
export const findScheduled = async (
  call: Call,
  message: NewText,
  { send_at }: Preview,
): Promise<Message | undefined> =>
  message.send_at === undefined
    ? undefined
    : findOfAgents(call, message, { status: ['scheduled'] }, (one) => one.send_at === send_at);

/** Finds the newest text that the recipient sent after a message. */
export async function findNewerText(
  { client, signal }: Call,
  { to, created_at }: Message,
): Promise<Message | undefined> {
  const asked = { from: to, direction: 'inbound', created_after: created_at, limit: 1 } as const;
  return (await client.message.list(asked, { signal })).data[0];
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

/** Tells an agent that the recipient texted after the same text went out. */
export const sentBefore = ({ id }: Message): string =>
  'This call sent nothing, because the same text went out before the last text of the recipient. If ' +
  `it answers that text, repeat the call with "${id}" as "deduplication_key".`;

/** Tells an agent that plans a message about an earlier one. */
export const noteEarlier = ({ status }: Message): string =>
  `The service has accepted this text for this recipient before, and its status is "${status}". If ` +
  'the user wants the same text sent again, call send_message with a new "deduplication_key".';

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
