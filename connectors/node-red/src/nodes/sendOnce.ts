import { createHash } from 'node:crypto';
import type { Node, NodeMessageInFlow } from '@node-red/registry';
import type { Client } from '@textloom/shared/client';
import { deduplicate } from '@textloom/shared/connector/deduplicate';
import type { Infer, Message, Schema } from '@textloom/shared/contract';
import type { messageProperties } from '../forms/message.ts';

type Draft = {
  -readonly [name in keyof typeof messageProperties]?: Infer<
    Extract<(typeof messageProperties)[name], Schema>
  >;
};

/**
 * Sends a text once for each deduplication key. Without a key, a message that passes the node again
 * with the same content sends nothing again, for example when a flow repeats it after an error.
 */
export async function sendOnce(
  client: Client,
  { id }: Pick<Node, 'id'>,
  { _msgid }: Pick<NodeMessageInFlow, '_msgid'>,
  { deduplication_key: key, to = '', ...draft }: Draft,
): Promise<Message> {
  if (key !== undefined) {
    const once = await deduplicate(client, { to, key });
    return client.message.send({ ...draft, to: once.to }, once);
  }
  const content = { ...draft, to };
  const place = JSON.stringify([id, _msgid, content]);
  const idempotencyKey = createHash('sha256').update(place).digest('hex');
  return client.message.send(content, { idempotencyKey });
}
