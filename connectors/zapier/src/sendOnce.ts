import type { Client } from '@textloom/shared/client';
import type { contract, Input, Message } from '@textloom/shared/contract';
import { idempotencyKeyOf } from './idempotencyKeyOf.ts';
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
