import type { Node, NodeMessage } from '@node-red/registry';
import { paginate, type Client } from '@textloom/shared/client';
import { replyEvents, rulesOutReply } from '@textloom/shared/connector/replies';
import { createSeenEvents } from '@textloom/shared/connector/events/seenEvents';
import type { Event, EventType, Message, MessageEventData } from '@textloom/shared/contract';
import { getAccount, type Account } from '../connection/account.ts';
import { nodeError } from '../connection/errors.ts';
import { sendAndWaitForm } from '../forms/sendAndWait.ts';
import { persist } from '../webhooks/persist.ts';
import { deleteWebhook } from '../webhooks/subscriptions.ts';
import { badge } from './badge.ts';
import { createQuestionStore, type Question } from './questions.ts';
import type { Hub } from './trigger.ts';

const { fields } = sendAndWaitForm;

/** Lists the events that end a wait. */
const endEvents: readonly EventType[] = [...replyEvents, 'webhook.expired'];

/** Returns true if an event ends a wait. The service itself handles HELP and START. */
export function endsWait(event: Event): boolean {
  const isHandled =
    event.type === 'message.received' && ['help', 'start'].includes(event.data.keyword ?? '');
  return endEvents.includes(event.type) && !isHandled;
}

/** Remembers the waits of this process that are over, although the node may have started again. */
const over = createSeenEvents();

/**
 * The waits of this process that end now. Their webhook has the address that the next wait for the same
 * text needs, although the node may have started again.
 */
const endings = new Map<string, Promise<void>>();

/** Returns the address that gets the reply to a message. */
export const replyUrl = (
  { createUrl }: Account,
  { id }: Pick<Node, 'id'>,
  messageId: string,
): string => createUrl(`${id}/${messageId}`);

/**
 * Keeps the waits of a node: it starts them, continues the flow when they end, and resumes them after
 * a restart.
 *
 * @param signal ends when the node closes
 */
export function createWaits({ RED, subscriptions }: Hub, node: Node, signal: AbortSignal) {
  const questions = createQuestionStore(node);
  const finished = new Map<string, () => void>();
  const report = (error: unknown): void => node.error(nodeError(error, fields));
  const toKey = (messageId: string) => `${node.id}/${messageId}`;

  /** Continues the flow with the event that ends a wait, or without one after the time limit. */
  const end = async (account: Account, messageId: string, event?: Event): Promise<void> => {
    // Another reply may arrive before the subscription ends.
    const key = toKey(messageId);
    if (!over.add(key)) return;
    const ending = finish(account, messageId, event).finally(() => endings.delete(key));
    endings.set(key, ending);
    await ending;
  };

  const finish = async (account: Account, messageId: string, last: Event | undefined) => {
    const { client } = account;
    const question = await questions.load(messageId);
    const isLate = last === undefined || last.type === 'webhook.expired';
    const limit = question?.until ?? last?.timestamp;
    const event = isLate ? await findEnd(client, messageId, limit) : last;
    if (isLate && signal.aborted) {
      // The node that starts next ends the wait.
      over.delete(toKey(messageId));
      return;
    }
    const sent = question?.message ?? (await findMessage(client, messageId));
    // With the ID of the event, a node that repeats the question sends it again.
    const _msgid = event?.id ?? messageId;
    const output = toOutputs(event, sent);
    node.send(output.map((part) => part && { ...question?.msg, ...part, _msgid }));
    node.status(badge(output[0] ? 'replied' : 'noReply'));
    finished.get(messageId)?.();
    await forget(messageId);
    const key = toKey(messageId);
    const url = replyUrl(account, node, messageId);
    subscriptions.hold(key, { nodeId: node.id, client, url });
    await persist(() => subscriptions.end(key), report, signal);
  };

  /** Asks for the event that ended a wait in time. Its delivery may have failed, or may still wait. */
  const findEnd = async (client: Client, messageId: string, created_before: string | undefined) => {
    const filter = { type: [...replyEvents], related_to: [messageId], limit: 100 };
    const limited = { ...filter, ...(created_before !== undefined && { created_before }) };
    let oldest: Event | undefined;
    const find = async () => {
      for await (const event of paginate(client.event.list, limited))
        if (endsWait(event)) oldest = event;
    };
    await persist(find, report, signal).catch(report);
    return oldest;
  };

  const findMessage = (client: Client, id: string): Promise<Message | undefined> =>
    client.message.get({ id }).catch((error: unknown) => {
      report(error);
      return undefined;
    });

  const forget = async (messageId: string) => {
    finished.delete(messageId);
    await questions.remove(messageId);
  };

  /**
   * Subscribes to the end of a wait, however long the service is not available.
   *
   * @param isLeft whether the service may still have the webhook of an earlier wait for the same text,
   *   which delivers no reply again
   */
  const watch = async (account: Account, { message: { id }, until }: Question, isLeft = false) => {
    const { client, deriveSecret } = account;
    const url = replyUrl(account, node, id);
    const subscribe = async () => {
      if (Date.parse(until) > Date.now()) {
        const events = [...endEvents];
        const filter = { message_id: [id] };
        const secret = deriveSecret(url);
        if (isLeft) await deleteWebhook({ client, url });
        await client.webhook.create({ url, secret, events, filter, expires_at: until });
      } else {
        await endings.get(toKey(id))?.catch(() => undefined);
        await end(account, id);
      }
    };
    subscriptions.hold(toKey(id), { nodeId: node.id, client, url });
    await persist(subscribe, report, signal);
  };

  return {
    end,
    /** Waits for the reply to a message. Throws if the service cannot report it. */
    start: async (account: Account, question: Question, onEnd: () => void): Promise<void> => {
      const { id } = question.message;
      const key = toKey(id);
      await endings.get(key)?.catch(() => undefined);
      const isLeft = subscriptions.holds(key);
      // The node may wait again for the reply to a text that was sent earlier.
      over.delete(key);
      finished.set(id, onEnd);
      await questions.save(question);
      node.status(badge('waiting'));
      try {
        await watch(account, question, isLeft);
      } catch (error) {
        await forget(id);
        await subscriptions.end(key).catch(report);
        throw error;
      }
    },
    /** Continues the waits from before a restart, with the account as it is now. */
    resume: async (accountId: string): Promise<void> => {
      for (const id of await questions.ids()) {
        const account = getAccount(RED, accountId);
        const question = await questions.load(id);
        if (!question) continue;
        node.status(badge('waiting'));
        await watch(account, question).catch(report);
      }
    },
  };
}

/** Returns what the two ports send on: the reply, or why there is none. */
function toOutputs(
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
