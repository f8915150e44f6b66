import type { IDataObject } from 'n8n-workflow';
import {
	contactSchema,
	messageSchema,
	numberSchema,
	type Contact,
	type Message,
	type ObjectSchema,
	type PhoneNumber,
} from '@textloom/shared/contract';

const message: readonly (keyof Message)[] = [
	'id',
	'direction',
	'status',
	'to',
	'from',
	'text',
	'segments',
	'error',
	'send_at',
	'created_at',
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
	[contactSchema, contact],
	[numberSchema, number],
]);

export const isSimplifiable = (schema: ObjectSchema | undefined): schema is ObjectSchema =>
	schema !== undefined && kept.has(schema);

/** Returns the schema of the simplified object, or the schema itself if there is nothing to remove. */
export function simplifiedSchema(schema: ObjectSchema): ObjectSchema {
	const names = kept.get(schema);
	if (!names) return schema;
	const properties = Object.fromEntries(names.map((name) => [name, schema.properties[name]!]));
	return { ...schema, properties, required: names };
}

export function simplified(schema: ObjectSchema, object: IDataObject): IDataObject {
	const names = kept.get(schema);
	return names ? Object.fromEntries(names.map((name) => [name, object[name]])) : object;
}

/**
 * Renames `error`, the reason why a message did not arrive, to `failure`. If an item has the key
 * `error`, n8n assumes that the node failed: with "Retry On Fail", it would run the node again because
 * somebody looked up a message that was not delivered.
 */
export function toOutput({ error, ...object }: IDataObject): IDataObject {
	return error === undefined ? object : { ...object, failure: error };
}
