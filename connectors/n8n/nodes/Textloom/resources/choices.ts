import type { INodeProperties } from 'n8n-workflow';

const expression = '<a href="https://docs.n8n.io/code/expressions/">expression</a>';
const one = `Choose from the list, or specify an ID using an ${expression}`;
const many = `Choose from the list, or specify IDs using an ${expression}`;

/** Describes a field to choose an object of the account, such as a list, in a collection of fields. */
const choice = (what: string, loadOptionsMethod: string) =>
	({
		displayName: `${what} Name or ID`,
		type: 'options',
		default: '',
		typeOptions: { loadOptionsMethod },
		description: one,
		placeholder: undefined,
	}) satisfies Partial<INodeProperties>;

/** Describes a field to choose several of them. */
const choices = (what: string, loadOptionsMethod: string) =>
	({
		...choice(what, loadOptionsMethod),
		displayName: `${what} Names or IDs`,
		type: 'multiOptions',
		default: [],
		description: many,
	}) satisfies Partial<INodeProperties>;

/** Only the author of a workflow knows whether values from other steps may contain merge fields. */
export const insertContactFields: Partial<INodeProperties> = {
	displayName: 'Insert Contact Fields',
	default: false,
	description:
		'Whether to replace merge fields such as {{first_name}} that come from other nodes with values of the contact; those that you type into the text are always replaced',
	displayOptions: { hide: { '@tool': [true] } },
};

export const listChoice = choice('List', 'getLists');
export const broadcastChoice = choice('Broadcast', 'getBroadcasts');
export const campaignChoice = choice('Campaign', 'getCampaigns');
export const listsChoice = choices('List', 'getLists');
export const excludedListsChoice = choices('Excluded List', 'getLists');
export const numbersChoice = choices('Number', 'getNumbers');

export const segmentHint = 'A segment holds 160 characters, or 70 with emoji or non-Latin scripts';
