import { eventPassesKeywords } from '@textloom/shared/connector/keywords';
import { incomingForm } from '../forms/incoming.ts';
import { badge } from './badge.ts';
import { registerTrigger, type Hub } from './trigger.ts';

/** Registers the node that starts flows with incoming texts. */
export const registerIncoming = (hub: Hub): void =>
  registerTrigger(hub, incomingForm, {
    wanted: ({ to, from, burst_seconds }) => ({
      events: ['message.received'],
      filter: { ...(to && { to }), ...(from && { from }) },
      burst_seconds,
    }),
    accepts: (data, { keywords, skip_opt_out_keywords: skipsHandled }) =>
      eventPassesKeywords(data, { keywords, skipsHandled }),
    toMessage: ({ data: { text, from } }) => ({ payload: text, topic: from }),
    toBadge: () => badge('listening'),
  });
