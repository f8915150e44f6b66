import { actionsOf } from '../../../lib/actions.ts';

export const contactActions = actionsOf('contact', {
	upsert: {},
	delete: {},
	get: {},
	list: {},
	update: {},
});
