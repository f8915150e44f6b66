import type { INodeExecutionData } from 'n8n-workflow';
import type { toNodeError } from '../connection/errors.ts';

/**
 * Returns the output of an item that failed. n8n recognizes a failed item and moves it to the error
 * output by its keys, so `error`, `message` and `details` are the only keys allowed. Before 2.36, n8n
 * did not support `details` but only an `error` next to `json`, which replaces `json` at the end. n8n
 * sees a property that is not enumerable, but omits it from the copy on the error output.
 */
export function errorItem(
	nodeError: ReturnType<typeof toNodeError>,
	item: number,
): INodeExecutionData {
	const { message, description, context } = nodeError;
	const details = { ...(context.data as object), remedy: description ?? null };
	const failed = { json: { error: message, details }, pairedItem: { item } };
	return nodeError.node.onError === 'continueErrorOutput'
		? Object.defineProperty(failed, 'error', { value: nodeError, writable: true })
		: failed;
}
