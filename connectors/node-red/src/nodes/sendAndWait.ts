import type { Node } from '@node-red/registry';
import { ApiError } from '@textloom/shared/client';
import {
  computeEndOfWait,
  requireAnswerable,
  requireAnswerableSender,
  requireTimeLimit,
  theDefault,
} from '@textloom/shared/connector/replies';
import { getAccount, type Account } from '../connection/account.ts';
import { describeError } from '../connection/errors.ts';
import { longestMinutes, sendAndWaitForm } from '../forms/sendAndWait.ts';
import { receive } from '../webhooks/receive.ts';
import { createInput, type ActionDef } from './action.ts';
import { endsWait } from './endsWait.ts';
import { forgetQuestions } from './questions.ts';
import { requireDeliverable, type CheckTimes } from './requireDeliverable.ts';
import { sendOnce } from './sendOnce.ts';
import { showError } from './showError.ts';
import type { Hub } from './trigger.ts';
import { createWaits, replyUrl } from './waits.ts';

const { type, fields } = sendAndWaitForm;

/**
 * Registers the node that sends a text and waits for the reply.
 *
 * @param marginMs how long after the time limit the node ends a wait without a delivery, in milliseconds
 */
export function registerSendAndWait(hub: Hub, marginMs = 30_000, checkTimes?: CheckTimes): void {
  hub.RED.events.on('flows:started', () => forgetQuestions(hub.subscriptions.runs));
  hub.RED.nodes.registerType<Node, ActionDef, object, object>(type, function (config) {
    hub.RED.nodes.createNode(this, config);
    const closing = new AbortController();
    const waits = createWaits(hub, this, closing.signal, marginMs);
    const report = (error: unknown) => showError(this, sendAndWaitForm, error);
    /** All messages share one check of the URL, until it fails. */
    let check: Promise<void> | undefined;
    const checkOnce = (account: Account, url: string) =>
      (check ??= requireDeliverable(account, url, closing.signal, checkTimes).catch(
        (error: unknown) => {
          check = undefined;
          throw error;
        },
      ));

    const close = hub.endpoint.open(this.id, async (delivery, messageId) => {
      const account = getAccount(hub.RED, config.account);
      const url = replyUrl(account, this, messageId);
      return receive(delivery, {
        client: account.client,
        url,
        secret: account.deriveSecret(url),
        warn: (reason) => this.warn(reason),
        // The service delivers the test of a webhook, whatever the webhook asks for.
        accepts: endsWait,
        isOpen: () => !closing.signal.aborted,
        handle: (event) => void waits.end(account, messageId, event).catch(report),
        // A second wait for the same text gets the same event again.
        handlesOnce: true,
      });
    });
    const stop = hub.subscriptions.run(this.id);
    this.on('close', () => {
      closing.abort();
      close();
      stop();
    });
    waits.resume(config.account).catch(report);

    const onInput = createInput(hub.RED, this, sendAndWaitForm, config);
    this.on('input', (msg, _send, done) => {
      onInput(msg, done, async (account, input, values) => {
        const { time_limit: minutes, ...draft } = input;
        requireTimeLimit(minutes, longestMinutes);
        const { client, inOrder } = account;
        const { message } = await inOrder(draft.to, async () => {
          await checkOnce(account, replyUrl(account, this, 'none'));
          return sendOnce(client, this, msg, draft, values, (content) =>
            requireAnswerableSender(client, content),
          );
        });
        const until = computeEndOfWait(message, minutes);
        const wait = async () => {
          requireAnswerable(message.from, theDefault);
          const question = { msg: hub.RED.util.cloneMessage(msg), message, until };
          await waits.start(account, question, done);
        };
        await wait().catch((error: unknown) => {
          if (!(error instanceof ApiError)) throw error;
          throw new Error(
            `The text is sent, but this node cannot receive the reply. ${describeError(error, fields)}`,
          );
        });
      });
    });
  });
}
