import { formatCount, limits } from '@textloom/shared/contract';
import { createActions } from '../../../lib/operations/actions.ts';
import { hints } from './builderHints.ts';
import { listChoice, listsChoice } from './choices.ts';
import { contactLocator, listLocator, senderLocator } from './locators.ts';

/** The description of the contract is for developers. */
const imported = {
	file: 'csv',
	fields: {
		csv: { ...hints.csv, description: 'The rows to import, with the names of the columns first' },
		list_id: listChoice,
	},
	notice: {
		text: `The file must be CSV in UTF-8, with at most ${formatCount(limits.importRows)} rows. Its first line names the columns. Only 'phone' is required, and columns that are not fields of a contact become attributes.`,
	},
} as const;

export const contactActions = [
	...createActions('contact', {
		upsert: { fields: { lists: listsChoice } },
		confirm: {
			topLevel: ['from'],
			recipients: ['id'],
			fields: { id: contactLocator, from: { ...senderLocator, ...hints.from } },
		},
		delete: {
			fields: {
				id: contactLocator,
				erase: {
					description:
						'Whether to erase everything else about the person as well, such as messages, events and verifications; only counts and a keyed hash of an opt-out stay. With a phone number, this works without a contact. You cannot undo it',
				},
			},
		},
		get: { fields: { id: contactLocator } },
		import: imported,
		list: {
			fields: {
				list_id: listChoice,
				search: {
					description:
						"Only contacts whose name, phone number or email address contains this text; to search very old ones as well, turn on 'Return All'",
				},
			},
		},
		update: {
			fields: {
				id: contactLocator,
				lists: { ...listsChoice, hint: 'Removes the contact from all other lists' },
			},
		},
	}),
	...createActions(
		'list',
		{
			addContact: { fields: { id: listLocator, contact_id: contactLocator } },
			removeContact: { fields: { id: listLocator, contact_id: contactLocator } },
		},
		'contact',
	),
];
