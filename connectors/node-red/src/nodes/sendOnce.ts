import { createHash } from 'node:crypto';
import type { Node, NodeMessageInFlow } from '@node-red/registry';
import type { Client } from '@textloom/shared/client';
import { createResolver, deduplicate } from '@textloom/shared/connector/deduplicate';
import type { Infer, Message, Schema } from '@textloom/shared/contract';
import type { messageProperties } from '../forms/message.ts';

type Draft = {
  -readonly [name in keyof typeof messageProperties]?: Infer<
    Extract<(typeof messageProperties)[name], Schema>
  >;
};

interface Sent {
  readonly message: Message;
  /** Whether an earlier run sent the text, so that this one sent nothing. */
  readonly isRepeated: boolean;
}

/**
 * Sends a text once for each deduplication key. Without a key, a message that passes the node again
 * with the same content sends nothing again, for example when a flow repeats it after an error.
 */
export async function sendOnce(
  client: Client,
  { id }: Pick<Node, 'id'>,
  { _msgid }: Pick<NodeMessageInFlow, '_msgid'>,
  { deduplication_key: key, to = '', ...draft }: Draft,
): Promise<Sent> {
  let isRepeated = false;
  const onReplay = () => {
    isRepeated = true;
  };
  const content = { ...draft, to };
  if (key !== undefined) {
    const { to: number, idempotencyKey } = await deduplicate(createResolver(client), { to, key });
    const options = { idempotencyKey, onReplay };
    const message = await client.message.send({ ...draft, to: number }, options);
    return { message, isRepeated };
  }
  const place = JSON.stringify([id, _msgid, content]);
  const idempotencyKey = createHash('sha256').update(place).digest('hex');
  const message = await client.message.send(content, { idempotencyKey, onReplay });
  return { message, isRepeated };
}
