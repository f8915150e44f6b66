import { limits, type Message } from '@textloom/shared/contract';
import { ApiError } from '@textloom/shared/client';
import { idempotencyKeyOf } from '@textloom/shared/connector/deduplicate';
import { refusal } from '../errors.ts';
import { presentMessage } from '../output/present.ts';
import { variables } from '../settings.ts';
import type { Call, Outcome } from '../tools/tool.ts';
import { askPerson } from './askPerson.ts';
import { countSent } from './countSent.ts';
import { isAllowed } from './isAllowed.ts';

export interface NewText {
  readonly to: string;
  readonly from?: string | undefined;
  readonly text: string;
  readonly media_urls?: string[] | undefined;
  readonly send_at?: string | undefined;
  readonly purpose?: Message['purpose'] | undefined;
  readonly deduplication_key?: string | undefined;
}

/**
 * Sends a text within the limits of the operator. The same text to the same recipient is sent once in
 * 24 hours, whichever process repeats the call, unless a deduplication key tells two texts apart.
 */
export async function sendOnce(call: Call, newText: NewText): Promise<Outcome> {
  const { client, settings, signal } = call;
  const { deduplication_key: key, ...written } = newText;
  const preview = await client.message.preview(written, { signal });
  const message = { ...written, to: preview.to ?? written.to };
  if (!isAllowed(settings.allowedRecipients, message.to)) return { result: notAllowed };
  if (settings.mustConfirm) {
    const { from, segments } = preview;
    const open = askPerson(call, { to: message.to, from, text: message.text, segments });
    if (open) return open;
  }
  const { agent, messagesPerDay: most } = settings;
  if (most === undefined) return send(call, message, key);
  return call.exclusively(async () =>
    (await countSent(client, agent, most)) < most
      ? send(call, message, key)
      : { result: limitReached(most) },
  );
}

async function send(
  { client, settings, signal }: Call,
  message: Omit<NewText, 'deduplication_key'>,
  key: string | undefined,
): Promise<Outcome> {
  const replay = { happened: false };
  try {
    const sent = await client.message.send(
      { ...message, reference: settings.agent },
      {
        idempotencyKey: idempotencyKeyOf(message.to, key ?? contentOf(message)),
        onReplay: () => (replay.happened = true),
        signal,
      },
    );
    if (!replay.happened) return { data: { message: presentMessage(sent) } };
    // The first response shows the status of that time.
    const current = await client.message.get({ id: sent.id }, { signal });
    return { data: { message: presentMessage(current), already_sent: alreadySent } };
  } catch (error) {
    if (key === undefined && error instanceof ApiError && error.code === 'idempotency_key_reused')
      return { result: sentDifferently };
    throw error;
  }
}

/** Stands for a key that the agent did not give. It depends on the text and the media. */
const contentOf = ({ text, media_urls: media = [] }: NewText): string =>
  `mcp ${JSON.stringify([text, media])}`;

const again =
  'If the user wants the same text sent again, repeat the call with a new "deduplication_key".';
const alreadySent = `An earlier call sent this message, so this call sent nothing. ${again}`;

const sentDifferently = refusal(
  `An earlier call sent this text to this recipient in the last ${limits.idempotencyHours} hours, with`,
  `another sender, time or purpose, so this call sent nothing. ${again}`,
);

const notAllowed = refusal(
  `This recipient is not on the list of the operator (${variables.allowedRecipients}), so nothing was`,
  'sent. Tell the user. Do not try other numbers.',
);

const limitReached = (most: number) =>
  refusal(
    `The agent has reached its limit of ${most} messages in 24 hours (${variables.messagesPerDay}), so`,
    'this call sent nothing. An earlier call may have sent the text: call list_messages to check. Tell',
    'the user to try again later or to ask the operator for a higher limit.',
  );
