import type { CallOptions, Client } from '@textloom/shared/client';
import { createResolver, deduplicate } from '@textloom/shared/connector/deduplicate';
import type { contract, Input, Message } from '@textloom/shared/contract';
import { rethrowUnconfirmed } from '../connection/errors.ts';

export type New = Input<typeof contract.message.send> & { readonly to: string };

/** Sends only one message for each deduplication key. Without a key, sends a message in every call. */
export async function sendOnce(
  client: Client,
  message: New,
  key: string | undefined,
): Promise<Message> {
  if (key === undefined) return send(client, message);
  const own = await deduplicate(createResolver(client), message, key);
  return send(client, own.input, { idempotencyKey: own.key });
}

const send = (client: Client, message: New, options?: CallOptions): Promise<Message> =>
  client.message.send(message, options).catch(rethrowUnconfirmed('message'));
