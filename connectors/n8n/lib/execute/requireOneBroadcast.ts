import { NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';
import { atItem } from '../connection/errors.ts';
import { createBroadcast } from '../operations/broadcastOperations.ts';
import type { Attempts } from './attempts.ts';
import type { Request } from './request.ts';

/**
 * Throws if another item was first to send a broadcast to the same contacts at the same time. A node
 * runs once for each item, so every contact would get as many texts as there are items. All attempts
 * know the first item, because a later attempt does not repeat an item that has sent its broadcast.
 */
export function requireOneBroadcast(
	context: IExecuteFunctions,
	{ firstTo }: Pick<Attempts, 'firstTo'>,
	request: Request,
	item: number,
): void {
	if (request.action.operation !== createBroadcast) return;
	const first = (firstTo[toAudienceKey(request)] ??= item);
	if (first === item) return;
	const sentence = 'An earlier item sends a broadcast to the same contacts';
	throw new NodeOperationError(context.getNode(), atItem(sentence, item), {
		description:
			"A broadcast goes to its whole audience, so it needs one item. Turn on 'Execute Once' in the settings of this node. To send a text for each item, use the resource 'Message'.",
		itemIndex: item,
	});
}

const toAudienceKey = ({ action, input }: Request): string => {
	const { audience } = action.toCall(input).input;
	return JSON.stringify([audience, input.send_at]);
};
