import { actionsOf } from '../../../lib/operations/actions.ts';
import { hints } from './builderHints.ts';
import { listChoice, listsChoice } from './choices.ts';
import { contactLocator, listLocator } from './locators.ts';

/** The description of the contract is for developers. */
const csvText = {
	...hints.csv,
	hint: "The first line names the columns. Only 'phone' is required, and other columns that are not fields of a contact become attributes.",
	description: 'The rows to import, at most 10,000',
};

export const contactActions = [
	...actionsOf('contact', {
		upsert: { fields: { lists: listsChoice } },
		delete: { fields: { id: contactLocator } },
		get: { fields: { id: contactLocator } },
		import: { file: 'csv', fields: { csv: csvText, list_id: listChoice } },
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
