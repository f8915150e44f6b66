import { createActions } from '../../../lib/operations/actions.ts';
import { webhookLocator } from './locators.ts';

const event = {
	fields: { id: { description: 'ID of the event, from Get Many or from a Textloom Trigger' } },
};

export const eventActions = createActions('event', {
	list: {},
	deliveries: event,
	redeliver: {
		fields: {
			...event.fields,
			webhook_id: { ...webhookLocator, description: 'Only to this webhook' },
		},
	},
});
