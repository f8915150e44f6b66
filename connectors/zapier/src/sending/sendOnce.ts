import { createHash } from 'node:crypto';
import type { Client } from '@textloom/shared/client';
import type { contract, Input, Message } from '@textloom/shared/contract';
import { e164Of } from './recipient.ts';

type New = Input<typeof contract.message.send> & { readonly to: string };

/** Sends the message once for all that have this deduplication key; without one, as often as it is called. */
export async function sendOnce(
  client: Client,
  message: New,
  key: string | undefined,
): Promise<Message> {
  if (key === undefined) return client.message.send(message);
  const to = await e164Of(client, message.to);
  const idempotencyKey = idempotencyKeyOf(to, key);
  return client.message.send({ ...message, to }, { idempotencyKey });
}

/**
 * The key under which the service takes a message once, made of what the user mapped to the field
 * Deduplication Key. The recipient, in E.164 form, is part of it, so that one record may notify
 * several people. A key counts within its account, so that the account need not be.
 */
export const idempotencyKeyOf = (recipient: string, deduplicationKey: string): string =>
  createHash('sha256')
    .update(JSON.stringify([recipient, deduplicationKey]))
    .digest('hex');
