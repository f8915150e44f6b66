import { NodeOperationError, type IDataObject, type IExecuteFunctions } from 'n8n-workflow';
import type { Action, Field } from '../operations/actions.ts';
import { atItem } from '../connection/errors.ts';
import type { Read } from './reader.ts';
import { isSimplifiable } from '../operations/output.ts';
import { InvalidValue, valueOf } from '../fields/values.ts';

/** The request of one item. */
export interface Request {
	readonly action: Action;
	readonly input: Record<string, unknown>;
	/** The maximum number of results to get. */
	readonly limit: number;
	/** Whether to return only the fields of an object that most people need. */
	readonly simplify: boolean;
}

/** Reads the parameters of an item, and throws if the API would not accept them. */
export function requestOf(
	context: IExecuteFunctions,
	read: Read,
	actions: readonly Action[],
	item: number,
): Request {
	const resource = read('resource', item);
	const operation = read('operation', item);
	const action = actions.find((one) => one.resource === resource && one.words.value === operation);
	if (!action) {
		const sentence = atItem(
			`The node has no '${String(operation)}' of '${String(resource)}'`,
			item,
		);
		const description = 'Choose the resource and the operation again.';
		throw new NodeOperationError(context.getNode(), sentence, { description, itemIndex: item });
	}
	const all =
		action.gives === 'one' ||
		(action.gives === 'pages' && String(read('returnAll', item)) === 'true');
	return {
		action,
		input: inputOf(context, read, action, item),
		limit: all ? Infinity : Number(read('limit', item)),
		simplify: isSimplifiable(action.result) && read('simplify', item, true) === true,
	};
}

function inputOf(
	context: IExecuteFunctions,
	read: Read,
	{ fields, collection, operation: { method } }: Action,
	item: number,
) {
	const optional = fields.some(({ open }) => !open)
		? (read(collection.name, item, {}) as IDataObject)
		: {};
	const values = fields.map((field) => {
		const { name } = field.property;
		const parameter = field.open ? read(name, item, '') : optional[name];
		// Without a filter, the search would find everything.
		const isFilter = method === 'GET' && !field.open && name in optional;
		const value = checked(context, field, parameter, item, isFilter);
		const isEmptied = method === 'PATCH' && Array.isArray(parameter) && parameter.length === 0;
		return [field.name, isEmptied ? [] : value] as const;
	});
	return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

function checked(
	context: IExecuteFunctions,
	{ schema, required, property, name }: Field,
	parameter: unknown,
	item: number,
	isFilter: boolean,
): unknown {
	try {
		const value = valueOf(schema, parameter, context.getTimezone());
		if (value !== undefined || !(required || isFilter)) return value;
		throw new InvalidValue(
			'is empty',
			required
				? 'Fill it in, or check its expression.'
				: 'Fill it in, check its expression, or remove the field.',
		);
	} catch (error) {
		if (!(error instanceof InvalidValue)) throw error;
		const sentence = atItem(`'${property.displayName}' ${error.message}`, item);
		const options = { description: error.remedy, itemIndex: item };
		const nodeError = new NodeOperationError(context.getNode(), sentence, options);
		nodeError.context.data = {
			code: 'invalid_parameter',
			retryable: false,
			fields: [{ pointer: `/${name}`, detail: error.message }],
		};
		throw nodeError;
	}
}
