import type { NodeMessage } from '@node-red/registry';
import { rulesOutReply } from '@textloom/shared/connector/replies';
import type { Event, Message, MessageEventData } from '@textloom/shared/contract';

/** Returns what the two ports send on: the reply, or why there is none. */
export function toOutputs(
  event: Event | undefined,
  question: Message | undefined,
): (NodeMessage | null)[] {
  if (event?.type === 'message.received') {
    const { text, from, keyword } = event.data;
    if (keyword === 'stop') return [null, { payload: 'opted_out', topic: from, question }];
    return [{ payload: text, topic: from, reply: event.data, question }, null];
  }
  const isLost = event !== undefined && rulesOutReply(event.type);
  const payload = isLost ? (event.data as MessageEventData).status : 'timeout';
  return [null, { payload, topic: question?.to, question }];
}
