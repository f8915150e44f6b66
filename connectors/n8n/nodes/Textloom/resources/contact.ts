import { actionsOf } from '../../../lib/operations/actions.ts';
import { listChoice, listsChoice } from './choices.ts';
import { contactLocator, listLocator } from './locators.ts';

export const contactActions = [
	...actionsOf('contact', {
		upsert: { fields: { lists: listsChoice } },
		delete: { fields: { id: contactLocator } },
		get: { fields: { id: contactLocator } },
		list: { fields: { list_id: listChoice } },
		update: {
			fields: {
				id: contactLocator,
				lists: { ...listsChoice, hint: 'Removes the contact from all other lists' },
			},
		},
	}),
	...actionsOf(
		'list',
		{
			addContact: { fields: { id: listLocator, contact_id: contactLocator } },
			removeContact: { fields: { id: listLocator, contact_id: contactLocator } },
		},
		'contact',
	),
];
