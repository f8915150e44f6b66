import { contract, operation, schema, type Operation } from '@textloom/shared/contract';
import type { Call } from './actions.ts';
import { deduplicationKeys } from './sendOperation.ts';

const { create, preview } = contract.broadcast;
const { audience, name, ...message } = create.input.properties;
const { list_ids, filter, exclude_list_ids } = audience.properties;

const sendTo = schema({
	type: 'string',
	title: 'Send To',
	description: 'Which subscribed contacts get the message',
	enum: ['lists', 'filter', 'all'],
	labels: {
		lists: 'Contacts on Lists',
		filter: 'Contacts That Match a Filter',
		all: 'All Contacts',
	},
	default: 'lists',
	examples: ['lists'],
});

/** Offers the parts of the audience as separate fields, after a choice between its kinds. */
const properties = {
	send_to: sendTo,
	list_ids,
	list_filter: filter,
	filter,
	exclude_list_ids,
	...message,
} as const;

export const createBroadcast = operation({
	...create,
	input: {
		...create.input,
		properties: { name, ...properties, deduplication_key: deduplicationKeys.broadcast },
		required: ['name'],
	},
});
export const previewBroadcast = operation({
	...preview,
	input: { ...preview.input, properties, required: [] },
});

/** Returns the function that puts the parts of the audience together again. */
export const broadcastCall =
	(called: Operation) =>
	({
		send_to: to,
		list_ids: lists,
		list_filter: listFilter,
		filter: only,
		exclude_list_ids: excluded,
		...input
	}: Call['input']): Call => {
		const parts = {
			...(to === 'lists' && { list_ids: lists, filter: listFilter }),
			...(to === 'filter' && { filter: only }),
			...(to === 'all' && { all_contacts: true }),
			exclude_list_ids: excluded,
		};
		const given = Object.entries(parts).filter(([, value]) => value !== undefined);
		return { operation: called, input: { ...input, audience: Object.fromEntries(given) } };
	};

/** Shows each part of the audience for the kinds that have it. */
export const audienceFields = {
	list_ids: { required: true, displayOptions: { show: { sendTo: ['lists'] } } },
	list_filter: {
		name: 'filter',
		description: 'Only contacts on the lists where each given field matches',
		displayOptions: { show: { sendTo: ['lists'] } },
	},
	filter: {
		required: true,
		description: 'Contacts where each given field matches',
		displayOptions: { show: { sendTo: ['filter'] } },
	},
};
