import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';
import { fieldLabel } from '@textloom/shared/connector/labels';
import {
	broadcastSchema,
	contactSchema,
	isUnion,
	messageSchema,
	numberSchema,
	type Broadcast,
	type Contact,
	type Message,
	type ObjectSchema,
	type PhoneNumber,
} from '@textloom/shared/contract';
import type { Action } from './actions.ts';

const message: readonly (keyof Message)[] = [
	'id',
	'direction',
	'status',
	'to',
	'from',
	'text',
	'media',
	'segments',
	'error',
	'reference',
	'automatic',
	'send_at',
	'created_at',
	'conversation_id',
	'broadcast_id',
	'keyword',
	'possible_keyword',
];
const broadcast: readonly (keyof Broadcast)[] = [
	'id',
	'name',
	'status',
	'stopped_reason',
	'progress',
	'counts',
	'from',
	'text',
	'send_at',
	'created_at',
	'completed_at',
];
const contact: readonly (keyof Contact)[] = [
	'id',
	'phone',
	'first_name',
	'last_name',
	'email',
	'external_id',
	'attributes',
	'lists',
	'status',
];
const number: readonly (keyof PhoneNumber)[] = [
	'id',
	'number',
	'country',
	'type',
	'status',
	'default',
	'messages_per_second',
];
/**
 * Lists the fields that "Simplify" keeps. Workflows depend on them, so add names but never remove
 * any.
 */
const kept = new Map<ObjectSchema, readonly string[]>([
	[messageSchema, message],
	[broadcastSchema, broadcast],
	[contactSchema, contact],
	[numberSchema, number],
]);

/** The fields to return: those that most people need, all of them, or chosen ones. */
export type Shape = 'simple' | 'raw' | readonly string[];

export const isSimplifiable = (schema: Action['result']): schema is ObjectSchema =>
	schema !== undefined && !isUnion(schema) && kept.has(schema);

/** Lists the fields that the node returns, as options with their labels. */
export const fieldOptions = ({ properties }: ObjectSchema): INodePropertyOptions[] =>
	Object.entries(properties)
		.map(([name, schema]) =>
			name === 'error'
				? { name: 'Failure', value: 'failure' }
				: { name: fieldLabel(name, schema), value: name },
		)
		.sort((a, b) => a.name.localeCompare(b.name));

/** Returns the schema of the simplified object, or the schema itself if there is nothing to remove. */
export function simplifiedSchema(schema: ObjectSchema): ObjectSchema {
	const names = kept.get(schema);
	if (!names) return schema;
	const properties = Object.fromEntries(names.map((name) => [name, schema.properties[name]!]));
	return { ...schema, properties, required: names };
}

/** Converts an object of the API to the output of the workflow. */
export function shaped(schema: Action['result'], object: IDataObject, shape: Shape): IDataObject {
	if (shape === 'raw' || !isSimplifiable(schema)) return toOutput(object);
	return shape === 'simple'
		? toOutput(pick(object, kept.get(schema)!))
		: pick(toOutput(object), shape);
}

const pick = (object: IDataObject, names: readonly string[]): IDataObject =>
	Object.fromEntries(names.map((name) => [name, object[name]]));

/**
 * Renames `error`, the reason why a message did not arrive, to `failure`. If an item has the key
 * `error`, n8n assumes that the node failed: with "Retry On Fail", it would run the node again because
 * somebody looked up a message that was not delivered.
 */
export function toOutput({ error, ...object }: IDataObject): IDataObject {
	return error === undefined ? object : { ...object, failure: error };
}
