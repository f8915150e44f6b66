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
/** What is left of an object by "Simplify". Workflows build on these: names are added here, and none goes. */
const kept = new Map<ObjectSchema, readonly string[]>([
	[messageSchema, message],
	[contactSchema, contact],
	[numberSchema, number],
]);

export const isSimplifiable = (schema: ObjectSchema | undefined): schema is ObjectSchema =>
	schema !== undefined && kept.has(schema);

/** The schema of what is left of an object; of one that has no more than that, its own. */
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
 * An object of the API as a workflow gets it: `error`, which tells why a message did not arrive, is
 * called `failure`. n8n takes an item with a key `error` for one whose node has failed: with "Retry
 * On Fail" it would run the node again because somebody looked up a message that was not delivered.
 */
export function toOutput({ error, ...object }: IDataObject): IDataObject {
	return error === undefined ? object : { ...object, failure: error };
}
