import type { Node, NodeMessageInFlow } from '@node-red/registry';
import { ApiError, type Client } from '@textloom/shared/client';
import { createResolver, deduplicate, hashValue } from '@textloom/shared/connector/deduplicate';
import type { contract, Infer, Input, Message, Schema } from '@textloom/shared/contract';
import type { messageProperties } from '../forms/message.ts';
import { findReplySender } from './findReplySender.ts';
import { planText } from './planText.ts';
import type { Values } from './readForm.ts';

type Draft = {
  -readonly [name in keyof typeof messageProperties]?: Infer<
    Extract<(typeof messageProperties)[name], Schema>
  >;
};

type Content = Input<typeof contract.message.send>;

interface Sent {
  readonly message: Message;
  /** Whether an earlier run sent the text, so that this one sent nothing. */
  readonly isRepeated: boolean;
}

/**
 * Sends a text once for each deduplication key. Without a key, a message that passes the node again
 * with the same content sends nothing again, for example when a flow repeats it after an error. The
 * answer to a text goes out from the number that the recipient texted, unless it has a key, because
 * the person may text several numbers.
 *
 * @param values the values of the form as the author of the flow typed them
 * @param check runs before each request, and throws if the text must not be sent
 */
export async function sendOnce(
  client: Client,
  { id }: Pick<Node, 'id'>,
  msg: NodeMessageInFlow,
  { deduplication_key: key, to = '', ...written }: Draft,
  values: Values,
  check: (content: Content) => Promise<void> = async () => {},
): Promise<Sent> {
  const draft = planText(written, values);
  let isRepeated = false;
  const onReplay = () => {
    isRepeated = true;
  };
  const post = async (content: Content, idempotencyKey: string): Promise<Sent> => {
    await check(content);
    const message = await client.message.send(content, { idempotencyKey, onReplay });
    return { message, isRepeated };
  };
  if (key !== undefined) {
    const own = await deduplicate(createResolver(client), { ...draft, to }, key);
    return post(own.input, own.key);
  }
  const content = { ...draft, to };
  const idempotencyKey = hashValue([id, msg._msgid, content]);
  const from = draft.from ?? findReplySender(msg, to);
  return post({ ...content, from }, idempotencyKey).catch((error: unknown) => {
    if (from === draft.from || !(error instanceof ApiError) || !isAboutSender(error)) throw error;
    return post(content, idempotencyKey);
  });
}

/**
 * Returns true if the number that the recipient texted belongs to another account or to none, or if
 * an earlier request for the same message went out from the default number.
 */
const isAboutSender = ({ code }: ApiError): boolean =>
  code === 'sender_not_owned' || code === 'idempotency_key_reused';
