import type { INodeProperties } from 'n8n-workflow';

/** A number of the account to choose, or any number or name to write. */
export const senderLocator = {
	type: 'resourceLocator',
	default: { __rl: true, mode: 'list', value: '' },
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a number...',
			typeOptions: { searchListMethod: 'searchNumbers', searchable: true },
		},
		{
			displayName: 'By Number or Name',
			name: 'sender',
			type: 'string',
			placeholder: 'e.g. +12025550100',
		},
	],
} satisfies Partial<INodeProperties>;
