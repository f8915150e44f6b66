import type { NodeAPI } from '@node-red/registry';
import { registerAccount } from './connection/account.ts';
import { registerContact } from './nodes/contact.ts';
import { registerIncoming } from './nodes/incoming.ts';
import { registerOptOut } from './nodes/optOut.ts';
import { registerSend } from './nodes/send.ts';
import { registerSendAndWait } from './nodes/sendAndWait.ts';
import { registerStatus } from './nodes/status.ts';
import { createEndpoint } from './webhooks/endpoint.ts';
import { createSubscriptions } from './webhooks/subscriptions.ts';

/** Registers all nodes. Node-RED calls this when it starts. */
export default function registerNodes(RED: NodeAPI): void {
  const subscriptions = createSubscriptions(RED.events, (what) => RED.log.warn(what));
  const hub = { RED, endpoint: createEndpoint(RED), subscriptions };
  registerAccount(RED);
  registerIncoming(hub);
  registerSend(RED);
  registerSendAndWait(hub);
  registerStatus(hub);
  registerContact(RED);
  registerOptOut(hub);
}
