import { contract, type Message } from '@textloom/shared/contract';
import { ApiError, errorOfItem } from '@textloom/shared/client';
import { deriveIdempotencyKey } from '@textloom/shared/connector/deduplicate';
import { refusal } from '../errors.ts';
import { presentMessage } from '../output/present.ts';
import { variables } from '../settings.ts';
import type { Call, ToolResult } from '../tools/tool.ts';
import { askPerson } from './askPerson.ts';
import { countSent } from './countSent.ts';
import { alreadySent, sentDifferently } from './earlier.ts';
import { isAllowed } from './isAllowed.ts';
import { isAllowedMedia } from './isAllowedMedia.ts';

export interface NewText {
  readonly to: string;
  readonly from?: string | undefined;
  readonly text?: string | undefined;
  readonly media_urls?: string[] | undefined;
  readonly send_at?: string | undefined;
  readonly purpose?: Message['purpose'] | undefined;
  readonly deduplication_key?: string | undefined;
}

/** A text from outside could otherwise let the agent insert what the service stores about somebody. */
export const asWritten = { merge_fields: false } as const;

/**
 * Sends a text within the limits of the operator. The same text to the same recipient is sent once in
 * 24 hours, whichever process repeats the call, unless a deduplication key tells two texts apart.
 */
export async function sendOnce(call: Call, newText: NewText): Promise<ToolResult> {
  const { client, settings, signal } = call;
  const { deduplication_key: key, ...content } = newText;
  const written = { ...content, ...asWritten };
  const preview = await client.message.preview(written, { signal });
  const problem = errorOfItem(preview.problem, contract.message.send.input);
  // Nobody should confirm a message that the service refuses.
  if (problem && (preview.to === null || settings.mustConfirm)) throw problem;
  const message = { ...written, to: preview.to ?? written.to };
  if (!isAllowed(settings.allowedRecipients, message.to)) return { result: notAllowed };
  if (!isAllowedMedia(call, message.media_urls)) return { result: mediaNotAllowed };
  if (settings.mustConfirm) {
    const reached = await findLimit(call);
    if (reached) return reached;
    const open = await askPerson(call, { ...message, deduplication_key: key }, preview);
    if (open) return open;
  }
  if (settings.messagesPerDay === undefined) return send(call, message, key);
  return call.exclusively(async () => (await findLimit(call)) ?? send(call, message, key));
}

/** Returns the refusal of a message above the daily limit. */
async function findLimit({ client, settings, signal }: Call): Promise<ToolResult | undefined> {
  const { agent, messagesPerDay: most } = settings;
  if (most === undefined || (await countSent(client, agent, most, signal)) < most) return undefined;
  return { result: limitReached(most) };
}

async function send(
  { client, settings, signal }: Call,
  message: Omit<NewText, 'deduplication_key'>,
  key: string | undefined,
): Promise<ToolResult> {
  const replay = { happened: false };
  try {
    const sent = await client.message.send(
      { ...message, reference: settings.agent },
      {
        idempotencyKey: deriveIdempotencyKey(message.to, key ?? deriveKey(message)),
        onReplay: () => (replay.happened = true),
        signal,
      },
    );
    if (!replay.happened) return { data: { message: presentMessage(sent) } };
    // The first response shows the status of that time.
    const current = await client.message.get({ id: sent.id }, { signal });
    return { data: { message: presentMessage(current), already_sent: alreadySent(current) } };
  } catch (error) {
    if (key === undefined && error instanceof ApiError && error.code === 'idempotency_key_reused')
      return { result: sentDifferently };
    throw error;
  }
}

/** Stands for a key that the agent did not give. It depends on the text and the media. */
const deriveKey = ({ text, media_urls: media = [] }: NewText): string =>
  `mcp ${JSON.stringify([text, media])}`;

const notAllowed = refusal(
  `This recipient is not on the list of the operator (${variables.allowedRecipients}), so nothing was`,
  'sent. Tell the user. Do not try other numbers.',
);

const mediaNotAllowed = refusal(
  `With a list of recipients (${variables.allowedRecipients}) and without confirmation`,
  `(${variables.mustConfirm}), this server sends only media that the service received, because a URL`,
  'can tell another server what you read. Nothing was sent. Send the text without "media_urls".',
);

const limitReached = (most: number) =>
  refusal(
    `The agent has reached its limit of ${most} messages in 24 hours (${variables.messagesPerDay}), so`,
    'this call sent nothing. An earlier call may have sent the text: call list_messages to check. Tell',
    'the user to try again later or to ask the operator for a higher limit.',
  );
