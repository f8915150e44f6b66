import type { INodeProperties, INodePropertyOptions, INodePropertyTypeOptions } from 'n8n-workflow';
import { listChoices } from '@textloom/shared/connector/labels';
import {
	fieldLabel,
	isMap,
	isObject,
	isUnion,
	type ArraySchema,
	type ObjectSchema,
	type Schema,
	type StringSchema,
} from '@textloom/shared/contract';

/** Names the groups inside n8n's `fixedCollection` values, which `toApiValue` reads. */
export const entriesGroup = 'entries';
export const objectGroup = 'fields';

/** Returns the property that n8n's editor shows for an input of the contract. */
export function createField(name: string, schema: Schema): INodeProperties {
	return {
		displayName: fieldLabel(name, schema),
		name: camelCase(name),
		...chooseWidget(schema),
		...(schema.description !== undefined && { description: schema.description }),
	};
}

type Widget = Pick<INodeProperties, 'type' | 'default' | 'options' | 'typeOptions' | 'placeholder'>;

function chooseWidget(schema: Schema): Widget {
	if (isUnion(schema)) throw new Error('A field of several shapes has no widget in n8n');
	if (isMap(schema)) return mapWidget;
	if (isObject(schema)) return objectWidget(schema);
	switch (schema.type) {
		case 'string':
			return schema.enum ? optionsWidget(schema, schema.enum) : textWidget(schema);
		case 'boolean':
			return { type: 'boolean', default: schema.default ?? false };
		case 'array': {
			if (isObject(schema.items)) return rowsWidget(schema.items);
			const { type, options, placeholder } = chooseWidget(withExample(schema));
			if (type === 'options') return { type: 'multiOptions', default: [], options };
			return {
				type,
				default: [],
				typeOptions: {
					multipleValues: true,
					...addButton(schema),
				},
				...(placeholder && { placeholder }),
			};
		}
		case 'integer':
		case 'number': {
			const { minimum, maximum } = schema;
			return {
				type: 'number',
				// Nobody chose a limit such as the minimum, which would apply as soon as the field is added.
				default: schema.default ?? '',
				typeOptions: {
					...(minimum !== undefined && { minValue: minimum }),
					...(maximum !== undefined && { maxValue: maximum }),
				},
			};
		}
	}
}

/** A list may have other examples than its items usually have, such as the sender of a text. */
const withExample = ({ items, examples }: ArraySchema): Schema => {
	const list: unknown = examples?.[0];
	const example: unknown = Array.isArray(list) ? list[0] : undefined;
	return 'type' in items && items.type === 'string' && typeof example === 'string'
		? { ...items, examples: [example] }
		: items;
};

/** The button adds one entry, so it names one. */
function addButton({ title, items }: ArraySchema): INodePropertyTypeOptions {
	const one = items.title ?? title?.replace(/s$/, '');
	return one === undefined ? {} : { multipleValueButtonText: `Add ${one}` };
}

function textWidget(schema: StringSchema): Widget {
	if (schema.format === 'date-time') return { type: 'dateTime', default: '' };
	const example = schema.format === 'email' ? 'name@email.com' : (schema.examples?.[0] as string);
	return {
		type: 'string',
		default: schema.default ?? '',
		...(schema.multiline && { typeOptions: { rows: 4 } }),
		...(schema.secret && { typeOptions: { password: true } }),
		...(example && { placeholder: `e.g. ${example}` }),
	};
}

function optionsWidget(schema: StringSchema, values: readonly string[]): Widget {
	const options = listChoices(schema)
		.map(({ value, label }) => {
			const description = schema.meanings?.[value];
			return { name: label, value, ...(description !== undefined && { description }) };
		})
		.sort((a, b) => a.name.localeCompare(b.name));
	return { type: 'options', default: schema.default ?? values[0]!, options };
}

const mapWidget: Widget = {
	type: 'fixedCollection',
	default: {},
	placeholder: 'Add Entry',
	typeOptions: { multipleValues: true },
	options: [
		{
			displayName: 'Entry',
			name: entriesGroup,
			values: [
				{ displayName: 'Name', name: 'name', type: 'string', default: '' },
				{ displayName: 'Value', name: 'value', type: 'string', default: '' },
			],
		},
	],
};

/**
 * The group of fields appears when the user adds it. With a group as the default, n8n can neither
 * choose the operation nor open a workflow that lacks the group.
 */
const objectWidget = ({ title = '', properties, required = [] }: ObjectSchema): Widget => ({
	type: 'fixedCollection',
	default: {},
	placeholder: `Add ${title}`,
	options: [
		{
			displayName: title,
			name: objectGroup,
			values: inOrder(
				Object.entries(properties).map(([name, schema]) => {
					const field = createField(name, schema);
					return required.includes(name) ? asRequired(field, schema) : field;
				}),
			),
		},
	],
});

const rowsWidget = (items: ObjectSchema): Widget => ({
	...objectWidget(items),
	typeOptions: { multipleValues: true },
});

/** The first choice is rarely right, and nobody would notice it among the fields of a group. */
const asRequired = (field: INodeProperties, schema: Schema): INodeProperties =>
	mayBeEmpty(schema) || schema.nullable
		? field
		: {
				...('enum' in schema && schema.default === undefined ? withNone(field) : field),
				required: true,
			};

/** Returns true for a list that the API requires, but that can have no items. */
export const mayBeEmpty = (schema: Schema): boolean =>
	'items' in schema && schema.minItems === undefined;

/** Users omit a choice in a collection by not adding it. Other fields need an option for that. */
export const withNone = (
	{ options = [], ...property }: INodeProperties,
	name = 'None',
): INodeProperties => ({
	...property,
	default: '',
	options: [...(options as INodePropertyOptions[]), { name, value: '' }].sort((a, b) =>
		a.name.localeCompare(b.name),
	),
});

/** n8n wants five fields or more in alphabetical order. */
const inOrder = (fields: INodeProperties[]): INodeProperties[] =>
	fields.length < 5 ? fields : fields.sort((a, b) => a.displayName.localeCompare(b.displayName));

/** Converts `first_name` to `firstName`, as n8n names its parameters. */
export const camelCase = (name: string): string =>
	name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
