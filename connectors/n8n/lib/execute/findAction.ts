import { NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';
import { atItem } from '../connection/errors.ts';
import type { Action } from '../operations/actions.ts';
import type { Read } from './reader.ts';

/** n8n adds this choice to the resources and the operations. It only explains another node. */
const customApiCall = '__CUSTOM_API_CALL__';

/** Returns the action that the parameters choose, and throws if there is none. */
export function findAction(
	context: IExecuteFunctions,
	read: Read,
	actions: readonly Action[],
	item: number,
): Action {
	const [resource, operation] = [read('resource', item, ''), read('operation', item, '')];
	const action = actions.find((one) => one.resource === resource && one.words.value === operation);
	if (action) return action;
	const isCustom = resource === customApiCall || operation === customApiCall;
	const sentence = isCustom
		? "This node cannot make a custom API call, but an 'HTTP Request' node can"
		: `The node has no '${String(operation)}' of '${String(resource)}'`;
	const description = isCustom
		? "In an 'HTTP Request' node, choose the predefined credential type 'Textloom API'. In this node, choose another resource and operation, or remove the node."
		: 'Choose the resource and the operation again.';
	throw new NodeOperationError(context.getNode(), atItem(sentence, item), {
		description,
		itemIndex: item,
	});
}
