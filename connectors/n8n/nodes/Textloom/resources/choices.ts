import type { INodeProperties } from 'n8n-workflow';

const expression = '<a href="https://docs.n8n.io/code/expressions/">expression</a>';
const one = `Choose from the list, or specify an ID using an ${expression}`;
const many = `Choose from the list, or specify IDs using an ${expression}`;

/** What is chosen among the lists and campaigns of the account, in a collection of fields. */
export const listChoice = {
	displayName: 'List Name or ID',
	type: 'options',
	default: '',
	typeOptions: { loadOptionsMethod: 'getLists' },
	description: one,
	placeholder: undefined,
} satisfies Partial<INodeProperties>;

export const listsChoice = {
	displayName: 'List Names or IDs',
	type: 'multiOptions',
	default: [],
	typeOptions: { loadOptionsMethod: 'getLists' },
	description: many,
	placeholder: undefined,
} satisfies Partial<INodeProperties>;

export const campaignChoice = {
	displayName: 'Campaign Name or ID',
	type: 'options',
	default: '',
	typeOptions: { loadOptionsMethod: 'getCampaigns' },
	description: one,
	placeholder: undefined,
} satisfies Partial<INodeProperties>;
