import { actionsOf } from '../../../lib/operations/actions.ts';

const event = {
	fields: {
		id: {
			description:
				"ID of the event: the 'id' from Get Many, or the 'event_id' from a Textloom Trigger",
		},
	},
};

export const eventActions = actionsOf('event', { list: {}, deliveries: event, redeliver: event });
