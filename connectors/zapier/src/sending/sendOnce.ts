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
 * The idempotency key under which the service accepts a message once. It derives from the field
 * Deduplication Key and from the recipient in E.164 form, so that one record may notify several
 * people. The account is not part of it, because a key counts only within its account.
 */
export const idempotencyKeyOf = (recipient: string, deduplicationKey: string): string =>
  createHash('sha256')
    .update(JSON.stringify([recipient, deduplicationKey]))
    .digest('hex');
