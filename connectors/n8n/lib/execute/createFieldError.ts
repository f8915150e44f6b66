import { NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';
import type { Field } from '../operations/actions.ts';
import { atItem } from '../connection/errors.ts';
import type { InvalidValue } from '../fields/invalidValue.ts';

/** Returns the error for a field of an item that the API would not accept. */
export function createFieldError(
	context: IExecuteFunctions,
	{ property, name }: Field,
	{ message, remedy, path }: InvalidValue,
	item: number,
): NodeOperationError {
	const label = [property.displayName, ...path].join(' → ');
	const sentence = atItem(`'${label}' ${message}`, item);
	const options = { description: remedy, itemIndex: item };
	const nodeError = new NodeOperationError(context.getNode(), sentence, options);
	nodeError.context.data = {
		code: 'invalid_parameter',
		retryable: false,
		fields: [{ pointer: `/${name}`, detail: message }],
	};
	return nodeError;
}
