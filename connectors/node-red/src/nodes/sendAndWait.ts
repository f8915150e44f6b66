import type { Node, NodeMessage } from '@node-red/registry';
import { ApiError, invalidField } from '@textloom/shared/client';
import { replyEvents, rulesOutReply } from '@textloom/shared/connector/replies';
import type { Event, Message, MessageEventData } from '@textloom/shared/contract';
import { accountOf, type Account } from '../connection/account.ts';
import { nodeError, wordsOf } from '../connection/errors.ts';
import { longestMinutes, sendAndWaitForm } from '../forms/sendAndWait.ts';
import { receive } from '../webhooks/receive.ts';
import { onInput, type ActionDef } from './action.ts';
import { badge } from './badge.ts';
import { questionsOf } from './questions.ts';
import { requireDeliverable } from './requireDeliverable.ts';
import { sendOnce } from './sendOnce.ts';
import type { Hub } from './trigger.ts';

const { type, fields } = sendAndWaitForm;

/** Registers the node that sends a text and waits for the reply. */
export function registerSendAndWait(hub: Hub): void {
  hub.RED.nodes.registerType<Node, ActionDef, object, object>(type, function (config) {
    hub.RED.nodes.createNode(this, config);
    const questions = questionsOf(this);
    const finished = new Map<string, () => void>();
    const settling = new Set<string>();
    let isDeliverable = false;

    /** Continues the flow with the end of a wait. */
    const settle = async ({ client, urlOf }: Account, messageId: string, event: Event) => {
      // A second reply may arrive before the subscription ends.
      if (settling.has(messageId)) return;
      settling.add(messageId);
      const question = await questions.load(messageId);
      const output = outputOf(event, question?.message);
      this.send(output.map((part) => part && { ...question?.msg, ...part }));
      this.status(badge(output[0] ? 'replied' : 'noReply'));
      finished.get(messageId)?.();
      finished.delete(messageId);
      await questions.remove(messageId);
      hold({ client, urlOf }, messageId);
      await hub.subscriptions.end(messageId);
      settling.delete(messageId);
    };
    const hold = ({ client, urlOf }: Pick<Account, 'client' | 'urlOf'>, messageId: string) => {
      const url = urlOf(`${this.id}/${messageId}`);
      hub.subscriptions.hold(messageId, { nodeId: this.id, client, url });
    };
    const close = hub.endpoint.open(this.id, async (delivery, messageId) => {
      const account = accountOf(hub.RED, config.account);
      const url = account.urlOf(`${this.id}/${messageId}`);
      return receive(delivery, {
        ...{ client: account.client, url, secret: account.secretOf(url) },
        warn: (reason) => this.warn(reason),
        isMeant: () => true,
        handle: (event) => {
          settle(account, messageId, event).catch((error: unknown) => {
            this.error(nodeError(error, fields));
          });
        },
      });
    });
    const stop = hub.subscriptions.run(this.id);
    this.on('close', () => {
      close();
      stop();
    });
    // After a restart, the service still has the subscriptions.
    const resume = async () => {
      for (const id of await questions.ids()) hold(accountOf(hub.RED, config.account), id);
    };
    resume().catch((error: unknown) => this.error(nodeError(error, fields)));

    this.on('input', (msg, _send, done) => {
      onInput(hub.RED, this, sendAndWaitForm, config, msg, done, async (account, input) => {
        const { time_limit: minutes, ...draft } = input;
        if (!(minutes > 0 && minutes <= longestMinutes))
          throw invalidField('time_limit', `must be a number of minutes up to ${longestMinutes}`);
        if (!isDeliverable)
          await requireDeliverable(account.client, account.urlOf(`${this.id}/none`));
        isDeliverable = true;
        const message = await sendOnce(account.client, this, msg, draft);
        await questions.save({ msg: hub.RED.util.cloneMessage(msg), message });
        finished.set(message.id, done);
        hold(account, message.id);
        await awaitReply(account, this, message, minutes).catch(async (error: unknown) => {
          finished.delete(message.id);
          await questions.remove(message.id);
          throw error;
        });
        if (finished.has(message.id)) this.status(badge('waiting'));
      });
    });
  });
}

/** Subscribes to the reply to a message, to its loss, and to the end of the time limit. */
async function awaitReply(
  { client, urlOf, secretOf }: Account,
  { id }: Node,
  message: Message,
  minutes: number,
): Promise<void> {
  const url = urlOf(`${id}/${message.id}`);
  // If the message is held for quiet hours, the time limit starts when it is sent.
  const start = Math.max(Date.now(), Date.parse(message.send_at ?? message.created_at));
  const expires_at = new Date(start + minutes * 60_000).toISOString();
  const filter = { message_id: [message.id] };
  const events = [...replyEvents, 'webhook.expired' as const];
  await client.webhook
    .create({ url, secret: secretOf(url), events, filter, expires_at })
    .catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
      throw new Error(
        `The text is sent, but this node cannot receive the reply. ${wordsOf(error, fields)}`,
      );
    });
}

/** Returns what the two ports send on: the reply, or why there is none. */
function outputOf(event: Event, question: Message | undefined): (NodeMessage | null)[] {
  if (event.type === 'message.received') {
    const { text, from } = event.data;
    return [{ payload: text, topic: from, reply: event.data, question }, null];
  }
  const isLost = rulesOutReply(event.type);
  const { status } = event.data as MessageEventData;
  return [null, { payload: isLost ? status : 'timeout', topic: question?.to, question }];
}
