import { createActions } from '../../../lib/operations/actions.ts';

const event = {
	fields: { id: { description: 'ID of the event, from Get Many or from a Textloom Trigger' } },
};

export const eventActions = createActions('event', {
	list: {},
	deliveries: event,
	redeliver: event,
});
