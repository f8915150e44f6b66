import { optOutForm } from '../forms/optOut.ts';
import { badge } from './badge.ts';
import { registerTrigger, type Hub } from './trigger.ts';

/** Registers the node that starts flows when a contact opts out or in. */
export const registerOptOut = (hub: Hub): void =>
  registerTrigger(hub, optOutForm, {
    wanted: ({ changes }) => ({ events: changes }),
    // After an opt-out of one number, the status of the contact stays the same.
    toMessage: ({ type, data: { phone } }) => ({
      payload: type.replace('contact.', ''),
      topic: phone,
    }),
    toBadge: () => badge('listening'),
  });
