import { createHash } from 'node:crypto';
import type { Node, NodeMessageInFlow } from '@node-red/registry';
import { ApiError, type Client } from '@textloom/shared/client';
import { createResolver, deduplicate } from '@textloom/shared/connector/deduplicate';
import type { Infer, Message, Schema } from '@textloom/shared/contract';
import type { messageProperties } from '../forms/message.ts';
import { findReplySender } from './findReplySender.ts';

type Draft = {
  -readonly [name in keyof typeof messageProperties]?: Infer<
    Extract<(typeof messageProperties)[name], Schema>
  >;
};

interface Target {
  readonly to: string;
  readonly idempotencyKey: string;
}

interface Sent {
  readonly message: Message;
  /** Whether an earlier run sent the text, so that this one sent nothing. */
  readonly isRepeated: boolean;
}

/**
 * Sends a text once for each deduplication key. Without a key, a message that passes the node again
 * with the same content sends nothing again, for example when a flow repeats it after an error. The
 * answer to a text goes out from the number that the recipient texted.
 *
 * @param checkDefault runs before a request that leaves the choice of the sender to the service
 */
export async function sendOnce(
  client: Client,
  { id }: Pick<Node, 'id'>,
  msg: NodeMessageInFlow,
  { deduplication_key: key, to = '', ...draft }: Draft,
  checkDefault = async (): Promise<void> => {},
): Promise<Sent> {
  let isRepeated = false;
  const onReplay = () => {
    isRepeated = true;
  };
  const content = { ...draft, to };
  const post = async ({ to: number, idempotencyKey }: Target, from = draft.from): Promise<Sent> => {
    if (from === undefined) await checkDefault();
    const options = { idempotencyKey, onReplay };
    const message = await client.message.send({ ...draft, to: number, from }, options);
    return { message, isRepeated };
  };
  const target =
    key === undefined
      ? { to, idempotencyKey: hashPlace([id, msg._msgid, content]) }
      : await deduplicate(createResolver(client), { to, key });
  const replySender = draft.from === undefined ? findReplySender(msg, to) : undefined;
  if (replySender === undefined) return post(target);
  return post(target, replySender).catch((error: unknown) => {
    // The number may belong to another account, or no longer to this one.
    if (!(error instanceof ApiError) || error.code !== 'sender_not_owned') throw error;
    return post(target);
  });
}

const hashPlace = (place: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(place)).digest('hex');
