import type { INodeProperties, INodePropertyMode } from 'n8n-workflow';

type Modes = readonly [INodePropertyMode, ...INodePropertyMode[]];

/** Describes a field to choose or enter one object. The field starts in the first mode. */
export const locator = (...modes: Modes): Partial<INodeProperties> => ({
	type: 'resourceLocator',
	default: { __rl: true, mode: modes[0].name, value: '' },
	placeholder: undefined,
	modes: [...modes],
});

export const fromList = (searchListMethod: string, what: string): INodePropertyMode => ({
	displayName: 'From List',
	name: 'list',
	type: 'list',
	placeholder: `Select a ${what}...`,
	typeOptions: { searchListMethod, searchable: true },
});

export const written = (displayName: string, name: string, example: string): INodePropertyMode => ({
	displayName,
	name,
	type: 'string',
	placeholder: `e.g. ${example}`,
});
