import type { Node, NodeMessage } from '@node-red/registry';
import { paginate, type Client } from '@textloom/shared/client';
import { replyEvents } from '@textloom/shared/connector/replies';
import { createSeenEvents } from '@textloom/shared/connector/events/seenEvents';
import type { Event, Message } from '@textloom/shared/contract';
import { getAccount, type Account } from '../connection/account.ts';
import { sendAndWaitForm } from '../forms/sendAndWait.ts';
import { persist } from '../webhooks/persist.ts';
import { deleteWebhook } from '../webhooks/subscriptions.ts';
import { badge } from './badge.ts';
import { endEvents, endsWait, isOfLimit } from './endsWait.ts';
import { createQuestionStore, findLatestEnd, selectDue, type Question } from './questions.ts';
import { showError } from './showError.ts';
import { toOutputs } from './toOutputs.ts';
import type { Hub } from './trigger.ts';
import { waitUntil } from './waitUntil.ts';

/** A message that waits, or a text whose message this process does not know. */
interface Waiting {
  readonly msg?: NodeMessage;
  readonly message: Message | undefined;
}

/** Remembers which messages the flow has continued with, even if the node has started again. */
const ended = new WeakSet<Waiting>();

/** Remembers the texts of this process whose waits are over, although the node may have started again. */
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
 * @param marginMs how long after the time limit a wait ends without a delivery, in milliseconds
 */
export function createWaits(
  { RED, subscriptions }: Hub,
  node: Node,
  signal: AbortSignal,
  marginMs: number,
) {
  const questions = createQuestionStore(node);
  const finished = new WeakMap<Waiting, () => void>();
  const timers = new WeakMap<Waiting, AbortController>();
  const report = (error: unknown): void => showError(node, sendAndWaitForm, error);
  const toKey = (messageId: string) => `${node.id}/${messageId}`;

  /** Ends all waits for a text with the event that ends them, or without one after the time limit. */
  const end = async (account: Account, messageId: string, event?: Event): Promise<void> => {
    const asked = await questions.load(messageId);
    const due = selectDue(asked, event);
    // A later wait for the same text has its own time limit.
    if (due.length < asked.length) {
      for (const one of due) await endAtLimit(account, one);
      return;
    }
    // Another reply may arrive before the subscription ends.
    const key = toKey(messageId);
    if (!over.add(key)) return;
    const ending = finish(account, messageId, asked, event).finally(() => endings.delete(key));
    endings.set(key, ending);
    await ending;
  };

  const finish = async (
    account: Account,
    messageId: string,
    asked: readonly Question[],
    last: Event | undefined,
  ) => {
    const { client } = account;
    const isLate = isOfLimit(last);
    const limit = findLatestEnd(asked) ?? last?.timestamp;
    const event = isLate ? await findEnd(client, messageId, limit) : last;
    if (isLate && signal.aborted) {
      // The node that starts next ends the wait.
      over.delete(toKey(messageId));
      return;
    }
    const unknown = async () => [{ message: await findMessage(client, messageId) }];
    await proceed(messageId, asked.length > 0 ? asked : await unknown(), event);
    await persist(() => endSubscription(account, messageId), report, signal);
  };

  const endSubscription = (account: Account, messageId: string): Promise<void> => {
    const key = toKey(messageId);
    const url = replyUrl(account, node, messageId);
    subscriptions.hold(key, { nodeId: node.id, client: account.client, url });
    return subscriptions.end(key);
  };

  /** Continues the flow for each message that waits, once. */
  const proceed = async (
    messageId: string,
    waiting: readonly Waiting[],
    event: Event | undefined,
  ) => {
    // With the ID of the event, a node that repeats the question sends it again.
    const _msgid = event?.id ?? messageId;
    for (const one of waiting) {
      if (ended.has(one)) continue;
      ended.add(one);
      const output = toOutputs(event, one.message);
      node.send(output.map((part) => part && { ...one.msg, ...part, _msgid }));
      node.status(badge(output[0] ? 'replied' : 'noReply'));
      finished.get(one)?.();
    }
    await forget(messageId, waiting);
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

  const forget = async (messageId: string, waiting: readonly Waiting[]) => {
    for (const one of waiting) timers.get(one)?.abort();
    await questions.remove(messageId, waiting);
  };

  /** Ends a wait at its time limit, although others for the same text may continue. */
  const endAtLimit = async (account: Account, question: Question) => {
    const { id } = question.message;
    const asked = await questions.load(id);
    if (findLatestEnd(asked) === question.until) return end(account, id);
    const event = await findEnd(account.client, id, question.until);
    if (!signal.aborted) await proceed(id, [question], event);
  };

  /** Ends a wait whose end the service does not deliver. */
  const endWithoutDelivery = (account: Account, question: Question) => {
    timers.get(question)?.abort();
    const timer = new AbortController();
    timers.set(question, timer);
    const time = Date.parse(question.until) + marginMs;
    waitUntil(time, AbortSignal.any([signal, timer.signal])).then(
      () => endAtLimit(account, question).catch(report),
      () => undefined,
    );
  };

  /**
   * Subscribes to the end of a wait, however long the service is not available.
   *
   * @param isLeft whether the service may still have the webhook of an earlier wait for the same text,
   *   which delivers no reply again
   */
  const watch = async (account: Account, question: Question, isLeft = false) => {
    const {
      message: { id },
      until,
    } = question;
    const { client, deriveSecret } = account;
    const url = replyUrl(account, node, id);
    const subscription = { nodeId: node.id, client, url };
    const subscribe = async () => {
      if (ended.has(question)) return;
      if (Date.parse(until) > Date.now()) {
        const events = [...endEvents];
        const filter = { message_id: [id] };
        const secret = deriveSecret(url);
        if (isLeft) await deleteWebhook({ client, url });
        const expires_at = findLatestEnd(await questions.load(id)) ?? until;
        const input = { url, secret, events, filter, expires_at };
        await subscriptions.create(
          toKey(id),
          subscription,
          async () => (await client.webhook.create(input)).id,
        );
        if (!ended.has(question)) endWithoutDelivery(account, question);
        // The reply came meanwhile through the webhook of another wait for the same text.
        else if ((await questions.load(id)).length === 0) await endSubscription(account, id);
      } else {
        await endings.get(toKey(id))?.catch(() => undefined);
        await endAtLimit(account, question);
      }
    };
    subscriptions.hold(toKey(id), subscription);
    await persist(subscribe, report, signal);
  };

  return {
    end,
    /** Waits for the reply to a message. Throws if the service cannot report it. */
    start: async (account: Account, question: Question, onEnd: () => void): Promise<void> => {
      const { id } = question.message;
      const key = toKey(id);
      finished.set(question, onEnd);
      await questions.add(question);
      await endings.get(key)?.catch(() => undefined);
      if (ended.has(question)) return;
      const others = (await questions.load(id)).length - 1;
      const isLeft = subscriptions.holds(key) && others === 0;
      // The node may wait again for the reply to a text that was sent earlier.
      over.delete(key);
      node.status(badge('waiting'));
      try {
        await watch(account, question, isLeft);
      } catch (error) {
        await forget(id, [question]);
        if ((await questions.load(id)).length === 0) await subscriptions.end(key).catch(report);
        throw error;
      }
    },
    /** Continues the waits from before a restart, with the account as it is now. */
    resume: async (accountId: string): Promise<void> => {
      for (const id of await questions.ids()) {
        const account = getAccount(RED, accountId);
        for (const question of await questions.load(id)) {
          node.status(badge('waiting'));
          await watch(account, question).catch(report);
        }
      }
    },
  };
}
