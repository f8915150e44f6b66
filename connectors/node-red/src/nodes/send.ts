import type { NodeAPI } from '@node-red/registry';
import { sendForm } from '../forms/send.ts';
import { registerAction } from './action.ts';
import { badge, statusBadge } from './badge.ts';
import { sendOnce } from './sendOnce.ts';

/** Registers the node that sends a text. */
export const registerSend = (RED: NodeAPI): void =>
  registerAction(RED, sendForm, async ({ node, account, input, values, msg, send }) => {
    const { message, isRepeated } = await account.inOrder(input.to, () =>
      sendOnce(account.client, node, msg, input, values),
    );
    send(Object.assign(msg, { payload: message, already_sent: isRepeated }));
    node.status(isRepeated ? badge('alreadySent') : statusBadge(message.status));
  });
