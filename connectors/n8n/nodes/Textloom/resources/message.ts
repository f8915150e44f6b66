import { actionsOf } from '../../../lib/actions.ts';
import { senderLocator } from './sender.ts';

export const messageActions = actionsOf('message', {
	send: {
		required: ['to'],
		open: ['from'],
		hidden: ['contact_id'],
		fields: { from: senderLocator },
	},
	cancel: {},
	get: {},
	list: {},
});
