import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import {
	contract,
	type Contract,
	type ObjectSchema,
	type Operation,
	type Resource,
	type Schema,
} from '@textloom/shared/contract';
import { camelCase, fieldOf } from '../fields/fields.ts';

/** What the node shows otherwise than the contract has it. */
interface View<F extends string> {
	/** Optional inputs that stand in the open, beside the required ones. */
	readonly open?: readonly F[];
	/** Inputs that the contract leaves to choose and the node asks for. */
	readonly required?: readonly F[];
	readonly hidden?: readonly F[];
	readonly fields?: Partial<Record<F, Partial<INodeProperties>>>;
	/** Words for whoever has chosen a value of an open field. */
	readonly notice?: Notice;
}
export interface Notice {
	readonly text: string;
	/** By the name of the parameter. */
	readonly when: Readonly<Record<string, string[]>>;
}
type InputOf<O> = O extends { input: { properties: infer P } } ? keyof P & string : never;
type Views<R extends Resource> = {
	readonly [O in keyof Contract[R]]?: View<InputOf<Contract[R][O]>>;
};

export interface Field {
	/** The input of the operation. */
	readonly name: string;
	readonly schema: Schema;
	readonly required: boolean;
	/** Stands in the open rather than in the collection of optional fields. */
	readonly open: boolean;
	readonly property: INodeProperties;
}

/** One operation of the contract as the node offers it. */
export interface Action {
	readonly resource: string;
	/** The operation as n8n names it; workflows store the value. */
	readonly words: Words;
	readonly operation: Operation;
	readonly fields: readonly Field[];
	readonly gives: Gives;
	/** What one result is; absent where nothing is answered. */
	readonly result: ObjectSchema | undefined;
	readonly notice: Notice | undefined;
	/** The collection of optional fields. */
	readonly collection: Pick<INodeProperties, 'displayName' | 'name' | 'placeholder'>;
}

/** One result, up to a limit as many as there are, or these page after page, up to all of them. */
export type Gives = 'one' | 'some' | 'pages';

interface Words {
	readonly value: string;
	readonly name: string;
	readonly description?: string;
	/** What an operation without an answer leaves in the item, as true; `success` if absent. */
	readonly done?: string;
}
/** How n8n wants the operations to be called that it has words of its own for. */
const words: { readonly [operation: string]: Words | undefined } = {
	list: { value: 'getAll', name: 'Get Many' },
	upsert: {
		value: 'upsert',
		name: 'Create or Update',
		description: 'Create a new record, or update the current one if it already exists (upsert)',
	},
	delete: { value: 'delete', name: 'Delete', done: 'deleted' },
	available: { value: 'getAvailable', name: 'Get Available' },
	addContact: { value: 'addToList', name: 'Add to List' },
	removeContact: { value: 'removeFromList', name: 'Remove From List' },
	sendAndWait: { value: 'sendAndWait', name: 'Send and Wait for Reply' },
};
const paging = ['limit', 'cursor'];

/** The operations of a resource, offered under another one where people look for them there. */
export function actionsOf<R extends Resource>(
	resource: R,
	views: Views<R>,
	under: Resource = resource,
): Action[] {
	return Object.entries<View<string>>(views as Record<string, View<string>>).map(([key, view]) => {
		const operation = (contract[resource] as Record<string, Operation>)[key]!;
		return { ...actionOf(resource, key, operation, view), resource: under };
	});
}

/** One operation of a resource, which may be one that the node has made of the contract's. */
export function actionOf(
	resource: Resource,
	key: string,
	operation: Operation,
	view: View<string>,
): Action {
	const gives = givesOf(operation);
	const hidden = [...(view.hidden ?? []), ...(gives === 'one' ? [] : paging)];
	return {
		resource,
		words: words[key] ?? { value: key, name: key.charAt(0).toUpperCase() + key.slice(1) },
		operation,
		gives,
		result: resultOf(operation, gives),
		notice: view.notice,
		collection: collectionOf(operation),
		fields: Object.entries(operation.input.properties)
			.filter(([name]) => !hidden.includes(name))
			.map(([name, schema]) => viewOf(resource, operation, view, name, schema)),
	};
}

function viewOf(
	resource: string,
	{ input }: Operation,
	view: View<string>,
	name: string,
	schema: Schema,
): Field {
	const required = [...(input.required ?? []), ...(view.required ?? [])].includes(name);
	const open = required || (view.open ?? []).includes(name);
	const property: INodeProperties = {
		...fieldOf(name === 'id' ? `${resource}Id` : camelCase(name), schema),
		...view.fields?.[name],
	};
	const isChoice = 'enum' in schema && schema.default === undefined && !required;
	return {
		name,
		schema,
		required,
		open,
		property: open && isChoice ? withNone(property) : property,
	};
}

/** In a collection a choice is left out by not adding it; in the open it takes an option for that. */
const withNone = ({ options = [], ...property }: INodeProperties): INodeProperties => ({
	...property,
	default: '',
	options: [...(options as INodePropertyOptions[]), { name: 'None', value: '' }].sort((a, b) =>
		a.name.localeCompare(b.name),
	),
});

function givesOf({ input: { properties } }: Operation): Gives {
	if ('cursor' in properties) return 'pages';
	return 'limit' in properties ? 'some' : 'one';
}

function resultOf({ output }: Operation, gives: Gives): ObjectSchema | undefined {
	const data = output?.properties.data;
	return gives === 'one' || !data || !('items' in data) ? output : (data.items as ObjectSchema);
}

function collectionOf({ method }: Operation): Action['collection'] {
	if (method === 'GET')
		return { displayName: 'Filters', name: 'filters', placeholder: 'Add Filter' };
	return method === 'PATCH'
		? { displayName: 'Update Fields', name: 'updateFields', placeholder: 'Add Field' }
		: { displayName: 'Additional Fields', name: 'additionalFields', placeholder: 'Add Field' };
}
