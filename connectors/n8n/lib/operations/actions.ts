import type { INodeProperties } from 'n8n-workflow';
import {
	contract,
	pickShared,
	type Contract,
	type ObjectSchema,
	type Operation,
	type Resource,
	type Schema,
	type StringSchema,
	type UnionSchema,
} from '@textloom/shared/contract';
import { forDelivery, forReply } from '../wait/goal.ts';
import { createField, withNone } from '../fields/fields.ts';

/** Describes how the node differs from the contract. */
interface View<F extends string> {
	/** Optional inputs to show outside the collection, like the required ones. */
	readonly topLevel?: readonly F[];
	/** Inputs that are optional in the contract but required in the node. */
	readonly required?: readonly F[];
	readonly hidden?: readonly F[];
	/** Conditions, which an expression without a value must not remove. */
	readonly conditions?: readonly F[];
	/** Inputs that decide who gets a text. */
	readonly recipients?: readonly F[];
	/** A required text that may also come from a binary file. */
	readonly file?: F;
	readonly fields?: Partial<Record<F, Partial<INodeProperties>>>;
	/** A notice to show below the fields outside the collection. */
	readonly notice?: Notice;
	/** Converts the inputs, if they differ from those of the contract. */
	readonly toCall?: Action['toCall'];
}
/** A request of the contract. */
export interface Call {
	readonly operation: Operation;
	readonly input: Readonly<Record<string, unknown>>;
}
interface Notice {
	readonly text: string;
	/** The values that show the notice, by the name of the parameter. If absent, it is always shown. */
	readonly when?: Readonly<Record<string, string[]>>;
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
	/** Whether the field is outside the collection of optional fields. */
	readonly isTopLevel: boolean;
	/** Whether a binary file can fill the field. */
	readonly isFile: boolean;
	readonly isCondition: boolean;
	readonly isRecipient: boolean;
	readonly property: INodeProperties;
}

/** Describes one operation of the contract as the node offers it. */
export interface Action {
	readonly resource: string;
	/** n8n's names for the operation. Workflows store the value. */
	readonly words: Words;
	readonly operation: Operation;
	readonly fields: readonly Field[];
	/** Returns the request for the values of the fields. */
	readonly toCall: (input: Readonly<Record<string, unknown>>) => Call;
	readonly returns: Returns;
	/** The schema of one result. Absent if there is no result. */
	readonly result: Result | undefined;
	readonly notice: Notice | undefined;
	/** The collection of optional fields. */
	readonly collection: Pick<INodeProperties, 'displayName' | 'name' | 'placeholder'>;
}

type Result = ObjectSchema | UnionSchema;

/** An operation returns one result, results up to a limit, or pages of results up to all of them. */
type Returns = 'one' | 'limited' | 'paginated';

interface Words {
	readonly value: string;
	readonly name: string;
	readonly description?: string;
	/** The key that an operation without a result sets to true in the item. If absent, `success`. */
	readonly done?: string;
}
/** Maps operations to the names that n8n prescribes for them. */
const words: { readonly [operation: string]: Words | undefined } = {
	list: { value: 'getAll', name: 'Get Many' },
	upsert: {
		value: 'upsert',
		name: 'Create or Update',
		description: 'Create a new record, or update the current one if it already exists (upsert)',
	},
	delete: { value: 'delete', name: 'Delete', done: 'deleted' },
	import: {
		value: 'import',
		name: 'Import',
		description: 'Adds or updates a contact for each row of a CSV file',
	},
	available: { value: 'getAvailable', name: 'Get Available' },
	attempts: { value: 'getAttempts', name: 'Get Attempts' },
	deliveries: { value: 'getDeliveries', name: 'Get Deliveries' },
	addContact: { value: 'addToList', name: 'Add to List' },
	removeContact: { value: 'removeFromList', name: 'Remove From List' },
	confirm: { value: 'sendConfirmationRequest', name: 'Send Confirmation Request' },
	messages: { value: 'getMessages', name: 'Get Messages' },
	read: { value: 'markAsRead', name: 'Mark as Read' },
	recipients: { value: 'getRecipients', name: 'Get Recipients' },
	start: { value: 'sendCode', name: 'Send Code' },
	check: { value: 'checkCode', name: 'Check Code' },
	prefixes: { value: 'getPrefixes', name: 'Get Prefixes' },
	unblock: { value: 'unblockPrefix', name: 'Unblock Prefix' },
	sendAndWait: forReply,
	sendAndWaitForDelivery: forDelivery,
};
const paging = ['limit', 'cursor'];
const adminNotice: Notice = {
	text: "The API key needs the scope 'admin' for this operation.",
};

/**
 * Returns the operations of a resource. Some appear under another resource, where people look for
 * them.
 */
export function createActions<R extends Resource>(
	resource: R,
	views: Views<R>,
	under: Resource = resource,
): Action[] {
	return Object.entries<View<string>>(views as Record<string, View<string>>).map(([key, view]) => {
		const operation = (contract[resource] as Record<string, Operation>)[key]!;
		return { ...createAction(resource, key, operation, view), resource: under };
	});
}

/** Returns one operation of a resource, from the contract or derived from it. */
export function createAction(
	resource: Resource,
	key: string,
	operation: Operation,
	view: View<string>,
): Action {
	const returns = classifyOutput(operation);
	const hidden = [...(view.hidden ?? []), ...(returns === 'one' ? [] : paging)];
	return {
		resource,
		words: words[key] ?? { value: key, name: key.charAt(0).toUpperCase() + key.slice(1) },
		operation,
		toCall: view.toCall ?? ((input) => ({ operation, input })),
		returns,
		result: findResult(operation, returns),
		notice: view.notice ?? (operation.scope === 'admin' ? adminNotice : undefined),
		collection: chooseCollection(operation),
		fields: Object.entries(operation.input.properties)
			.filter(([name]) => !hidden.includes(name))
			.map(([name, schema]) => createActionField(resource, operation, view, name, schema)),
	};
}

function createActionField(
	resource: string,
	{ input, method }: Operation,
	view: View<string>,
	name: string,
	schema: Schema,
): Field {
	const required = [...(input.required ?? []), ...(view.required ?? [])].includes(name);
	const isTopLevel = required || (view.topLevel ?? []).includes(name);
	const property: INodeProperties = {
		...createField(name === 'id' ? `${resource}_id` : name, schema),
		...view.fields?.[name],
	};
	const isFile = view.file === name;
	const isChoice = 'enum' in schema && !required && mayBeUnchosen(method, schema, isTopLevel);
	return {
		name,
		schema,
		required,
		isTopLevel,
		isFile,
		isCondition: (view.conditions ?? []).includes(name),
		isRecipient: (view.recipients ?? []).includes(name),
		property: isChoice ? withNone(property, method === 'PATCH' ? 'Unchanged' : 'None') : property,
	};
}

/**
 * Returns whether a choice starts empty, so that nothing changes until somebody chooses. A filter that
 * somebody adds starts with its first option, which everybody sees in the results.
 */
const mayBeUnchosen = (
	method: Operation['method'],
	schema: StringSchema,
	isTopLevel: boolean,
): boolean =>
	method === 'PATCH' || (schema.default === undefined && (isTopLevel || method !== 'GET'));

function classifyOutput({ input: { properties } }: Operation): Returns {
	if ('cursor' in properties) return 'paginated';
	return 'limit' in properties ? 'limited' : 'one';
}

function findResult({ output }: Operation, returns: Returns): Result | undefined {
	const { data } = output ? pickShared(output).properties : {};
	return returns === 'one' || !data || !('items' in data) ? output : (data.items as Result);
}

function chooseCollection({ method }: Operation): Action['collection'] {
	if (method === 'GET')
		return { displayName: 'Filters', name: 'filters', placeholder: 'Add Filter' };
	return method === 'PATCH'
		? { displayName: 'Update Fields', name: 'updateFields', placeholder: 'Add Field' }
		: { displayName: 'Additional Fields', name: 'additionalFields', placeholder: 'Add Field' };
}
