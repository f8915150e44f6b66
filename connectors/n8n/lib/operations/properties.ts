import type { INodeProperties } from 'n8n-workflow';
import type { Action } from './actions.ts';
import { isSimplifiable } from './output.ts';

/** Returns the Operation selector of a resource, and the parameters of each of its operations. */
export function propertiesOf(actions: readonly Action[]): INodeProperties[] {
	const { resource, words: first } = actions[0]!;
	const selector: INodeProperties = {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource] } },
		options: actions
			.map(({ words, operation }) => ({
				name: words.name,
				value: words.value,
				description: words.description ?? operation.description,
				action: operation.summary,
			}))
			.sort((a, b) => a.name.localeCompare(b.name)),
		default: first.value,
	};
	return [selector, ...actions.flatMap(parametersOf)];
}

function parametersOf(action: Action): INodeProperties[] {
	const { resource, words, fields, collection, notice } = action;
	const show = { resource: [resource], operation: [words.value] };
	const optional = fields.filter(({ open }) => !open).map(({ property }) => property);
	return [
		...fields
			.filter(({ open }) => open)
			.map(({ property, required }) => ({
				...property,
				...(required && { required }),
				displayOptions: { show: { ...show, ...property.displayOptions?.show } },
			})),
		...(notice
			? [
					{
						displayName: notice.text,
						name: 'notice',
						type: 'notice' as const,
						default: '',
						displayOptions: { show: { ...show, ...notice.when } },
					},
				]
			: []),
		...limitsOf(action, show),
		...(isSimplifiable(action.result) ? [simplifyOf(show)] : []),
		...(optional.length === 0
			? []
			: [
					{
						...collection,
						type: 'collection' as const,
						default: {},
						displayOptions: { show },
						options: optional.sort((a, b) => a.displayName.localeCompare(b.displayName)),
					},
				]),
	];
}

type Show = Record<string, string[]>;

function limitsOf({ gives }: Action, show: Show): INodeProperties[] {
	if (gives === 'one') return [];
	const limit: INodeProperties = {
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 50,
		description: 'Max number of results to return',
		displayOptions: { show: { ...show, ...(gives === 'pages' && { returnAll: [false] }) } },
	};
	if (gives === 'some') return [limit];
	const returnAll: INodeProperties = {
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
		displayOptions: { show },
	};
	return [returnAll, limit];
}

const simplifyOf = (show: Show): INodeProperties => ({
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
	displayOptions: { show },
});
