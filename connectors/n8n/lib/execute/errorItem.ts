import type { IDataObject, IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';
import { sentSchema } from '@textloom/shared/connector/deduplicate';
import { isNodeError, toNodeError } from '../connection/errors.ts';
import type { Action } from '../operations/actions.ts';
import type { Attempts } from './attempts.ts';

/**
 * Returns the output of an item that failed. n8n recognizes a failed item and moves it to the error
 * output by its keys, so `error`, `message` and `details` are the only keys allowed.
 */
export function errorItem(
	nodeError: ReturnType<typeof toNodeError>,
	item: number,
): INodeExecutionData {
	const { message, description, context, node } = nodeError;
	const details = { ...(context.data as object), remedy: description ?? null };
	return failedItem(node, { error: message, details }, item);
}

/**
 * Returns the output of an item that failed with this data. Before 2.36, n8n did not support `details`
 * but only an `error` next to `json`, which replaces `json` at the end. n8n sees a property that is
 * not enumerable, but omits it from the copy on the error output.
 */
export function failedItem(node: INode, json: IDataObject, item: number): INodeExecutionData {
	const failed = { json, pairedItem: { item } };
	if (node.onError !== 'continueErrorOutput') return failed;
	const value = { message: json.error };
	return Object.defineProperty(failed, 'error', { value, writable: true });
}

/**
 * Returns the output of a run that failed for all items, such as without a credential, or throws if the
 * workflow must stop. Otherwise, n8n would return the input, as if the node had succeeded.
 */
export function failItems(
	context: IExecuteFunctions,
	actions: readonly Action[],
	{ done }: Pick<Attempts, 'done'>,
	error: unknown,
): INodeExecutionData[] {
	const items = context.getInputData();
	if (!context.continueOnFail()) {
		if (isNodeError(error) && sendsTexts(context.getNode(), actions)) {
			const counted = describeSent(Object.values(done), items.length);
			if (counted) error.description = `${error.description ?? ''} ${counted}`.trim();
		}
		throw error;
	}
	return items.flatMap(
		(_, item) =>
			done[item]?.map((json) => ({ json, pairedItem: { item } })) ?? [
				errorItem(toNodeError(context.getNode(), error, { itemIndex: item }), item),
			],
	);
}

const sendsTexts = ({ parameters }: INode, actions: readonly Action[]): boolean =>
	actions.some(
		({ resource, words, result }) =>
			result === sentSchema &&
			resource === parameters.resource &&
			words.value === parameters.operation,
	);

/** Warns that a new run repeats the texts of a run that stops. */
function describeSent(done: readonly (IDataObject[] | undefined)[], count: number): string {
	const sent = done.filter((output) => output && !output[0]?.already_sent).length;
	if (sent === 0) return '';
	const [them, they] = sent === 1 ? ['it', 'it has'] : ['them', 'they have'];
	return `This run sent ${sent} of ${count} texts. A new run sends ${them} again, unless ${they} a 'Deduplication Key'. To send only the rest, retry this execution in 'Executions'. To skip rejected items, set 'On Error' of this node to 'Continue'.`;
}
