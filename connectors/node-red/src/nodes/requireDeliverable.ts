import { setTimeout as wait } from 'node:timers/promises';
import { ApiError, noneIfMissing, type Client } from '@textloom/shared/client';
import { checkWebhook, replyEvents } from '@textloom/shared/connector/replies';
import type { Account } from '../connection/account.ts';
import { describeError } from '../connection/errors.ts';
import { rejected, testWebhook } from '../webhooks/testWebhook.ts';

/** The limit of one test, and the pause before the next one, in milliseconds. */
export interface CheckTimes {
  readonly limitMs?: number;
  readonly pauseMs?: number;
}

const tests = 3;
const tooLate = 'The service did not deliver a test event within a minute. Try again later.';
const deleted = 'The webhook of the test no longer exists. Try again.';

/**
 * Checks that the service reaches an address of this Node-RED before the node sends a text. Otherwise,
 * the reply to the text could not be delivered. A test that fails is repeated, because Node-RED may not
 * accept requests yet.
 *
 * @param signal ends when the node closes
 */
export async function requireDeliverable(
  { client, deriveSecret }: Pick<Account, 'client' | 'deriveSecret'>,
  url: string,
  signal: AbortSignal,
  { limitMs = 60_000, pauseMs = 3_000 }: CheckTimes = {},
): Promise<void> {
  const secret = deriveSecret(url);
  try {
    for (let left = tests - 1; ; left--) {
      let problem: string | undefined;
      const deliver = async (id: string) => {
        problem = await testInTime(client, id, signal, limitMs);
      };
      await checkWebhook(client, url, replyEvents, { secret, deliver });
      if (problem === undefined) return;
      if (left === 0 || problem === rejected || problem === tooLate)
        throw new Error(`${problem} Nothing was sent.`);
      await wait(pauseMs, undefined, { signal, ref: false });
    }
  } catch (error) {
    if (signal.aborted) throw new Error('The node has closed, so it sent nothing.');
    if (!(error instanceof ApiError) || error.field !== 'url') throw error;
    throw new Error(`${describeError(error, [])} Nothing was sent.`);
  }
}

/** Returns what is wrong, or undefined if the event of a test arrived. */
async function testInTime(
  client: Client,
  id: string,
  closing: AbortSignal,
  limitMs: number,
): Promise<string | undefined> {
  const limit = AbortSignal.timeout(limitMs);
  try {
    return await testWebhook(client, id, AbortSignal.any([closing, limit]));
  } catch (error) {
    if (limit.aborted) return tooLate;
    noneIfMissing(error);
    return deleted;
  }
}
