import { actionsOf } from '../../../lib/operations/actions.ts';

const event = {
	fields: { id: { description: 'ID of the event, from Get Many or from a Textloom Trigger' } },
};

export const eventActions = actionsOf('event', { list: {}, deliveries: event, redeliver: event });
