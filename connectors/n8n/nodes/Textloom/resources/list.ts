import { actionsOf } from '../../../lib/operations/actions.ts';
import { listLocator } from './locators.ts';

export const listActions = actionsOf('list', {
	create: {},
	delete: { fields: { id: listLocator } },
	get: { fields: { id: listLocator } },
	list: {},
	update: { required: ['name'], fields: { id: listLocator } },
});
