import type { INodeProperties } from 'n8n-workflow';
import { contract, type ObjectSchema } from '@textloom/shared/contract';
import type { Action, Field } from './actions.ts';
import { fieldOptions, isSimplifiable } from './output.ts';

/** Returns the Operation selector of a resource, and the parameters of each of its operations. */
export function createProperties(actions: readonly Action[]): INodeProperties[] {
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
	return [selector, ...actions.flatMap(createParameters)];
}

function createParameters(action: Action): INodeProperties[] {
	const { resource, words, fields, collection, notice } = action;
	const show = { resource: [resource], operation: [words.value] };
	const optional = fields.filter(({ isTopLevel }) => !isTopLevel).map(({ property }) => property);
	return [
		...fields
			.filter(({ isTopLevel }) => isTopLevel)
			.flatMap(withFile)
			.map((property) => ({
				...property,
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
		...createLimits(action, show),
		...(isSimplifiable(action.result) ? createShapeChoice(action.result, show) : []),
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

/** Names the parameters that choose the binary file of a field. */
export const fileParameters = {
	isBinary: 'binaryData',
	binaryField: 'binaryPropertyName',
	binaryLabel: 'Input Binary Field',
} as const;

/** Returns the property of a field. For a file, also returns the choice between binary data and text. */
function withFile({ property, required, isFile }: Field): INodeProperties[] {
	const own = { ...property, ...(required && { required }) };
	if (!isFile) return [own];
	const { isBinary, binaryField, binaryLabel } = fileParameters;
	return [
		{
			displayName: 'Binary File',
			name: isBinary,
			type: 'boolean',
			default: true,
			description: 'Whether the file is in a binary field of the item, instead of in a text',
		},
		{
			displayName: binaryLabel,
			name: binaryField,
			type: 'string',
			default: 'data',
			required: true,
			placeholder: 'e.g. data',
			hint: 'The name of the input field containing the binary file data to be processed',
			displayOptions: { show: { [isBinary]: [true] } },
		},
		{ ...own, displayOptions: { show: { [isBinary]: [false] } } },
	];
}

type Show = Record<string, string[]>;

/** The maximum number of results that the service returns in one response. */
export const largestPage = contract.number.available.input.properties.limit.maximum;

function createLimits({ returns }: Action, show: Show): INodeProperties[] {
	if (returns === 'one') return [];
	const limit: INodeProperties = {
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 50,
		description: 'Max number of results to return',
		displayOptions: { show: { ...show, ...(returns === 'paginated' && { returnAll: [false] }) } },
	};
	if (returns === 'limited') return [{ ...limit, hint: `At most ${largestPage}` }];
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

export const simplifyProperty: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

/** Returns the choice of the fields to return. An AI tool offers more, because fields cost tokens. */
const createShapeChoice = (result: ObjectSchema, show: Show): INodeProperties[] => [
	{
		...simplifyProperty,
		// Versions of n8n that do not know this condition show the field.
		displayOptions: { show, hide: { '@tool': [true] } },
	},
	{
		displayName: 'Output',
		name: 'output',
		type: 'options',
		default: 'simple',
		description: 'Which fields the agent gets',
		options: [
			{ name: 'Raw', value: 'raw', description: 'All fields' },
			{ name: 'Selected Fields', value: 'fields', description: 'Only the fields that you select' },
			{ name: 'Simplified', value: 'simple', description: 'The fields that most agents need' },
		],
		displayOptions: { show: { ...show, '@tool': [true] } },
	},
	{
		displayName: 'Fields',
		name: 'fields',
		type: 'multiOptions',
		default: [],
		description: 'The fields to return; the simplified ones if empty',
		options: fieldOptions(result),
		displayOptions: { show: { ...show, '@tool': [true], output: ['fields'] } },
	},
];
