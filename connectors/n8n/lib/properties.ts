import type { INodeProperties } from 'n8n-workflow';
import type { Action } from './actions.ts';

/** The Operation selector of a resource, and the parameters of each of its operations. */
export function propertiesOf(actions: readonly Action[]): INodeProperties[] {
	const { resource, words: first } = actions[0]!;
	const selector: INodeProperties = {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource] } },
		options: actions
			.map(({ words, operation: { summary: action, description } }) => ({
				description,
				...words,
				action,
			}))
			.sort((a, b) => a.name.localeCompare(b.name)),
		default: first.value,
	};
	return [selector, ...actions.flatMap(parametersOf)];
}

function parametersOf({ resource, words, fields, paged, collection }: Action): INodeProperties[] {
	const show = { resource: [resource], operation: [words.value] };
	const optional = fields.filter(({ open }) => !open).map(({ property }) => property);
	return [
		...fields
			.filter(({ open }) => open)
			.map(({ property, required }) => ({
				...property,
				...(required && { required }),
				displayOptions: { show },
			})),
		...(paged ? pagingOf(show) : []),
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

const pagingOf = (show: Record<string, string[]>): INodeProperties[] => [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
		displayOptions: { show },
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 50,
		description: 'Max number of results to return',
		displayOptions: { show: { ...show, returnAll: [false] } },
	},
];
