import { randomUUID } from 'node:crypto';
import { ApiError, type Client } from '@textloom/shared/client';
import { replyEvents } from '@textloom/shared/connector/replies';
import { describeError } from '../connection/errors.ts';
import { deleteWebhook } from '../webhooks/subscriptions.ts';

/** The subscription ends immediately, and at the latest after this time. */
const longestMs = 3_600_000;

/**
 * Checks that the service accepts an address of this Node-RED before the node sends a text. Otherwise,
 * the reply to the text could not be delivered.
 */
export async function requireDeliverable(client: Client, url: string): Promise<void> {
  const expires_at = new Date(Date.now() + longestMs).toISOString();
  // The service limits the webhooks that name the same message, although this one does not exist.
  const filter = { message_id: [randomUUID()] };
  try {
    const { id } = await client.webhook.create({
      ...{ url, filter, expires_at },
      events: [...replyEvents],
    });
    // Other processes with this flow check the same URL, so they may end the webhook first.
    await deleteWebhook({ client, url, id });
  } catch (error) {
    if (!(error instanceof ApiError) || error.field !== 'url') throw error;
    throw new Error(`${describeError(error, [])} Nothing was sent.`);
  }
}
