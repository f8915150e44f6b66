import { contract, type Message } from '@textloom/shared/contract';
import { ApiError, errorOfItem } from '@textloom/shared/client';
import { deriveIdempotencyKey } from '@textloom/shared/connector/deduplicate';
import { refusal } from '../errors.ts';
import { presentMessage } from '../output/present.ts';
import type { Call, ToolResult } from '../tools/tool.ts';
import { askPerson } from './askPerson.ts';
import { alreadySent, findEarlier, findScheduled, type Preview } from './earlier.ts';
import { findBarrier, findLimit } from './obstacles.ts';
import { reportEarlier } from './reportEarlier.ts';

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
 * 24 hours, and at any time once for the same scheduled moment, whichever process repeats the call,
 * unless a deduplication key tells two texts apart.
 */
export async function sendOnce(call: Call, newText: NewText): Promise<ToolResult> {
  const { client, settings, signal } = call;
  const written = { ...newText, ...asWritten };
  const { deduplication_key: key, ...content } = written;
  const preview = await client.message.preview(content, { signal });
  const problem = errorOfItem(preview.problem, contract.message.send.input);
  // Nobody should confirm a message that the service refuses.
  if (problem && (preview.to === null || settings.mustConfirm)) throw problem;
  const message = { ...written, to: preview.to ?? written.to };
  const barrier = findBarrier(call, message);
  if (barrier !== undefined) return { result: refusal(barrier) };
  if (settings.mustConfirm) {
    const end =
      (await endAtLimit(call, message, preview)) ?? (await askPerson(call, message, preview));
    if (end) return end;
  }
  if (settings.messagesPerDay === undefined) return send(call, message, preview);
  return call.exclusively(
    async () => (await endAtLimit(call, message, preview)) ?? send(call, message, preview),
  );
}

/** Ends a call above the daily limit. A repeated call still gets the message of the first one. */
async function endAtLimit(
  call: Call,
  message: NewText,
  preview: Preview,
): Promise<ToolResult | undefined> {
  const reached = await findLimit(call);
  if (reached === undefined) return undefined;
  const isKeyless = message.deduplication_key === undefined;
  const earlier = isKeyless ? await findEarlier(call, message, preview) : undefined;
  return earlier ? reportEarlier(call, message, preview, earlier) : { result: refusal(reached) };
}

async function send(call: Call, message: NewText, preview: Preview): Promise<ToolResult> {
  const { client, settings, signal } = call;
  const { deduplication_key: key, ...content } = message;
  const replay = { happened: false };
  const waiting = key === undefined ? await findScheduled(call, message, preview) : undefined;
  if (waiting) return reportEarlier(call, message, preview, waiting);
  try {
    const sent = await client.message.send(
      { ...content, reference: settings.agent },
      {
        idempotencyKey: deriveIdempotencyKey(message.to, key ?? deriveKey(message)),
        onReplay: () => (replay.happened = true),
        signal,
      },
    );
    if (!replay.happened) return { data: { message: presentMessage(sent) } };
    // The first response shows the status of that time.
    const current = await client.message.get({ id: sent.id }, { signal });
    if (key === undefined) return await reportEarlier(call, message, preview, current);
    return { data: { message: presentMessage(current), already_sent: alreadySent(current) } };
  } catch (error) {
    if (key !== undefined || !(error instanceof ApiError)) throw error;
    if (error.code !== 'idempotency_key_reused') throw error;
    // Another agent, or a reply, sent the text, or it went out with other details.
    return reportEarlier(call, message, preview, await findEarlier(call, message, preview));
  }
}

/** Stands for a key that the agent did not give. It depends on the text and the media. */
const deriveKey = ({ text, media_urls: media = [] }: NewText): string =>
  `mcp ${JSON.stringify([text, media])}`;
