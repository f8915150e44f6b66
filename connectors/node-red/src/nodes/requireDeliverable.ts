import { ApiError, type Client } from '@textloom/shared/client';
import { checkWebhook } from '@textloom/shared/connector/replies';
import { describeError } from '../connection/errors.ts';

/**
 * Checks that the service accepts an address of this Node-RED before the node sends a text. Otherwise,
 * the reply to the text could not be delivered.
 */
export async function requireDeliverable(client: Client, url: string): Promise<void> {
  try {
    await checkWebhook(client, url);
  } catch (error) {
    if (!(error instanceof ApiError) || error.field !== 'url') throw error;
    throw new Error(`${describeError(error, [])} Nothing was sent.`);
  }
}
