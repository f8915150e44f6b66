import { createActions } from '../../../lib/operations/actions.ts';
import { listLocator } from './locators.ts';

export const listActions = createActions('list', {
	create: {},
	delete: { fields: { id: listLocator } },
	get: { fields: { id: listLocator } },
	list: {},
	update: { required: ['name'], fields: { id: listLocator } },
});
