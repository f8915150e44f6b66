import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';
import { fieldLabel, isObject, isUnion, type ObjectSchema } from '@textloom/shared/contract';
import type { Action } from './actions.ts';
import { keptFields, type FieldList } from './keptFields.ts';

/** The fields to return: those that most people need, all of them, or chosen ones. */
export type Shape = 'simple' | 'raw' | readonly string[];

export const isSimplifiable = (schema: Action['result']): schema is ObjectSchema =>
	schema !== undefined && !isUnion(schema) && keptFields.has(schema);

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
export const simplifiedSchema = (schema: ObjectSchema): ObjectSchema =>
	keptFields.has(schema) ? pickProperties(schema, keptFields.get(schema)!) : schema;

function pickProperties(schema: ObjectSchema, names: FieldList): ObjectSchema {
	const properties = names.map(splitField).map(([name, inner]) => {
		const property = schema.properties[name]!;
		const picked = inner && isObject(property) ? pickProperties(property, inner) : property;
		return [name, picked] as const;
	});
	return { ...schema, properties: Object.fromEntries(properties), required: [] };
}

/** Converts an object of the API to the output of the workflow. */
export function shaped(schema: Action['result'], object: IDataObject, shape: Shape): IDataObject {
	if (shape === 'raw' || !isSimplifiable(schema)) return toOutput(object);
	return shape === 'simple'
		? toOutput(pick(object, keptFields.get(schema)!))
		: pick(toOutput(object), shape);
}

/** Returns the listed fields of an object. Instead of an object inside it, there may be null. */
export const pick = (object: IDataObject, names: FieldList): IDataObject =>
	Object.fromEntries(
		names.map(splitField).map(([name, inner]) => {
			const value = object[name];
			return [name, inner && value ? pick(value as IDataObject, inner) : value];
		}),
	);

const splitField = (one: FieldList[number]) =>
	typeof one === 'string' ? ([one, undefined] as const) : one;

/**
 * Renames `error`, the reason why a message did not arrive, to `failure`. If an item has the key
 * `error`, n8n assumes that the node failed: with "Retry On Fail", it would run the node again because
 * somebody looked up a message that was not delivered.
 */
export function toOutput({ error, ...object }: IDataObject): IDataObject {
	return error === undefined ? object : { ...object, failure: error };
}
