import { ApiError, type Client } from '@textloom/shared/client';
import { replyEvents } from '@textloom/shared/connector/replies';
import { wordsOf } from '../connection/errors.ts';

/** The subscription ends immediately, and at the latest after this time. */
const longestMs = 3_600_000;

/**
 * Checks that the service accepts an address of this Node-RED before the node sends a text. Otherwise,
 * the reply to the text could not be delivered.
 */
export async function requireDeliverable({ webhook }: Client, url: string): Promise<void> {
  const expires_at = new Date(Date.now() + longestMs).toISOString();
  const filter = { message_id: ['none'] };
  try {
    const { id } = await webhook.create({ url, events: [...replyEvents], filter, expires_at });
    await webhook.delete({ id });
  } catch (error) {
    if (!(error instanceof ApiError) || error.field !== 'url') throw error;
    throw new Error(`${wordsOf(error, [])} Nothing was sent.`);
  }
}
