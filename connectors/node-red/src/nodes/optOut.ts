import { optOutForm } from '../forms/optOut.ts';
import { badge } from './badge.ts';
import { registerTrigger, type Hub } from './trigger.ts';

/** Registers the node that starts flows when a contact opts out or in. */
export const registerOptOut = (hub: Hub): void =>
  registerTrigger(hub, optOutForm, {
    wanted: ({ changes }) => ({ events: changes }),
    toMessage: ({ status, phone }) => ({ payload: status, topic: phone }),
    toBadge: () => badge('listening'),
  });
