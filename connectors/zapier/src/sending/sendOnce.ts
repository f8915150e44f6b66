import { createHash } from 'node:crypto';
import { ApiError, type CallOptions, type Client } from '@textloom/shared/client';
import type { contract, Input, Message } from '@textloom/shared/contract';
import { unansweredSend } from '../connection/errors.ts';
import { e164Of } from './recipient.ts';

type New = Input<typeof contract.message.send> & { readonly to: string };

/** Sends only one message for each deduplication key. Without a key, sends a message in every call. */
export async function sendOnce(
  client: Client,
  message: New,
  key: string | undefined,
): Promise<Message> {
  if (key === undefined) return send(client, message);
  const to = await e164Of(client, message.to);
  return send(client, { ...message, to }, { idempotencyKey: idempotencyKeyOf(to, key) });
}

const send = (client: Client, message: New, options?: CallOptions): Promise<Message> =>
  client.message.send(message, options).catch((error: unknown) => {
    throw error instanceof ApiError ? unansweredSend(error) : error;
  });

/**
 * Derives the idempotency key, with which the service accepts a message only once. It depends on the
 * field Deduplication Key and on the recipient in E.164 form, so that one record can notify several
 * people. It does not depend on the account, because a key counts only within its account.
 */
export const idempotencyKeyOf = (recipient: string, deduplicationKey: string): string =>
  createHash('sha256')
    .update(JSON.stringify([recipient, deduplicationKey]))
    .digest('hex');
