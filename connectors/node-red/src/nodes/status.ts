import { statusForm } from '../forms/status.ts';
import { statusBadge } from './badge.ts';
import { registerTrigger, type Hub } from './trigger.ts';

/** Registers the node that starts flows when the status of a sent message changes. */
export const registerStatus = (hub: Hub): void =>
  registerTrigger(hub, statusForm, {
    wanted: ({ statuses, to, from, purpose }) => ({
      events: statuses,
      filter: { ...(to && { to }), ...(from && { from }), ...(purpose && { purpose }) },
    }),
    accepts: ({ automatic }, { include_automatic_replies: includesThem }) =>
      !automatic || includesThem !== false,
    toMessage: ({ data: { status, to } }) => ({ payload: status, topic: to }),
    toBadge: ({ status }) => statusBadge(status),
  });
