import type { INodeProperties } from 'n8n-workflow';
import {
	contract,
	type Contract,
	type Operation,
	type Resource,
	type Schema,
} from '@textloom/shared/contract';
import { camelCase, fieldOf } from './fields.ts';

/** What the node shows otherwise than the contract has it. */
interface View<F extends string> {
	/** Optional inputs that stand in the open, beside the required ones. */
	readonly open?: readonly F[];
	/** Inputs that the contract leaves to choose and the node asks for. */
	readonly required?: readonly F[];
	readonly hidden?: readonly F[];
	readonly fields?: Partial<Record<F, Partial<INodeProperties>>>;
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
	/** Answers page after page: "Return All" and "Limit" stand for its paging. */
	readonly paged: boolean;
	/** The collection of optional fields. */
	readonly collection: Pick<INodeProperties, 'displayName' | 'name' | 'placeholder'>;
}

interface Words {
	readonly value: string;
	readonly name: string;
	readonly description?: string;
}
/** How n8n wants the operations to be called that it has words of its own for. */
const words: { readonly [operation: string]: Words | undefined } = {
	list: { value: 'getAll', name: 'Get Many' },
	upsert: {
		value: 'upsert',
		name: 'Create or Update',
		description: 'Create a new record, or update the current one if it already exists (upsert)',
	},
};
const paging = ['limit', 'cursor'];

export function actionsOf<R extends Resource>(resource: R, views: Views<R>): Action[] {
	return Object.entries<View<string>>(views as Record<string, View<string>>).map(([key, view]) => {
		const operation = (contract[resource] as Record<string, Operation>)[key]!;
		const paged = 'cursor' in operation.input.properties;
		const hidden = [...(view.hidden ?? []), ...(paged ? paging : [])];
		return {
			resource,
			words: words[key] ?? { value: key, name: key.charAt(0).toUpperCase() + key.slice(1) },
			operation,
			paged,
			collection: collectionOf(operation, paged),
			fields: Object.entries(operation.input.properties)
				.filter(([name]) => !hidden.includes(name))
				.map(([name, schema]) => viewOf(resource, operation, view, name, schema)),
		};
	});
}

function viewOf(
	resource: string,
	{ input }: Operation,
	view: View<string>,
	name: string,
	schema: Schema,
): Field {
	const required = [...(input.required ?? []), ...(view.required ?? [])].includes(name);
	const overrides = view.fields?.[name];
	return {
		name,
		schema,
		required,
		open: required || (view.open ?? []).includes(name),
		property: {
			...fieldOf(name === 'id' ? `${resource}Id` : camelCase(name), schema),
			...overrides,
		},
	};
}

function collectionOf({ method }: Operation, paged: boolean): Action['collection'] {
	if (paged) return { displayName: 'Filters', name: 'filters', placeholder: 'Add Filter' };
	return method === 'PATCH'
		? { displayName: 'Update Fields', name: 'updateFields', placeholder: 'Add Field' }
		: { displayName: 'Additional Fields', name: 'additionalFields', placeholder: 'Add Field' };
}
