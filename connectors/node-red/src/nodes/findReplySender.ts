import type { NodeMessage } from '@node-red/registry';
import { plainPhone, type Message } from '@textloom/shared/contract';

/** The nodes that receive texts put them into these properties. */
interface Answerable extends NodeMessage {
  readonly event?: { readonly data?: Partial<Message> | null } | null;
  readonly reply?: Partial<Message> | null;
}

/**
 * Returns the account's number that the recipient texted, if the message came from that text. The
 * answer goes out from this number, because the recipient does not know the default one.
 */
export function findReplySender(msg: NodeMessage, to: string): string | undefined {
  const { event, reply } = msg as Answerable;
  const phone = plainPhone(to) ?? to;
  const received = [reply, event?.data].find(
    (text) => text?.direction === 'inbound' && text.from === phone,
  );
  return received?.to;
}
