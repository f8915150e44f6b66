import type { CallOptions, Client } from '@textloom/shared/client';
import {
  createResolver,
  deduplicate,
  deriveIdempotencyKey,
} from '@textloom/shared/connector/deduplicate';
import type { contract, Input, Message } from '@textloom/shared/contract';
import { rethrowUnconfirmed } from '../connection/errors.ts';

export type New = Input<typeof contract.message.send> & { readonly to: string };

/** Sends only one message for each deduplication key. Without a key, sends a message in every call. */
export const sendOnce = (client: Client, message: New, key: string | undefined): Promise<Message> =>
  callOnce(client, message, key, (input, options) => client.message.send(input, options));

/** Makes a call that texts a recipient only once for each deduplication key and recipient. */
export async function callOnce<I extends { readonly to: string }, O>(
  client: Client,
  input: I,
  key: string | undefined,
  call: (input: I, options?: CallOptions) => Promise<O>,
): Promise<O> {
  const own = key === undefined ? undefined : await deduplicate(createResolver(client), input, key);
  return call(own?.input ?? input, own && { idempotencyKey: own.key }).catch(
    rethrowUnconfirmed('message'),
  );
}

/** Returns the options of a call with a deduplication key, whose recipient is not a phone number. */
export const toCallOptions = (recipient: string, key: string | undefined): CallOptions =>
  key === undefined ? {} : { idempotencyKey: deriveIdempotencyKey(recipient, key) };
