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
export const sendOnce = (client: Client, message: New, key: string | undefined): Promise<Sent> =>
  callOnce(client, message, key, (input, options) =>
    flagReplay(client.message.send, input, options),
  );

/** A message, and whether an earlier run with the same deduplication key sent it. */
export type Sent = Message & { readonly already_sent: boolean };

/** Sends a message, and says whether an earlier request with the same key already did. */
export async function flagReplay<I>(
  send: (input: I, options: CallOptions) => Promise<Message>,
  input: I,
  options?: CallOptions,
): Promise<Sent> {
  let already_sent = false;
  const onReplay = () => {
    already_sent = true;
  };
  const message = await send(input, { ...options, onReplay });
  return { ...message, already_sent };
}

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
