import { NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';
import { atItem } from '../connection/errors.ts';
import { createBroadcast } from '../operations/broadcastOperations.ts';
import type { Attempts } from './attempts.ts';
import type { Request } from './request.ts';

/**
 * Throws if another item was first to send a broadcast to the same contacts at about the same time. A
 * node runs once for each item, so every contact would get as many texts as there are items. All
 * attempts know the first item, because a later attempt does not repeat an item that has sent its
 * broadcast. `$now` in Send At differs for each item.
 */
export function requireOneBroadcast(
	context: IExecuteFunctions,
	{ broadcastsTo }: Pick<Attempts, 'broadcastsTo'>,
	request: Request,
	item: number,
): void {
	if (request.action.operation !== createBroadcast) return;
	const broadcasts = (broadcastsTo[toAudienceKey(request)] ??= []);
	const known = broadcasts.findIndex((one) => one.item === item);
	const index = known < 0 ? broadcasts.length : known;
	const at = toTime(request);
	broadcasts[index] = { item, at };
	if (broadcasts.slice(0, index).every((one) => Math.abs(at - one.at) >= apartMs)) return;
	const sentence = 'An earlier item sends a broadcast to the same contacts at about the same time';
	throw new NodeOperationError(context.getNode(), atItem(sentence, item), {
		description:
			"A broadcast goes to its whole audience, so it needs one item. Turn on 'Execute Once' in the settings of this node. To send a series, set 'Send At' at least five minutes apart. To send a text for each item, use the resource 'Message'.",
		itemIndex: item,
	});
}

/** A shorter time would not tell a series from items that n8n evaluates one after another. */
const apartMs = 5 * 60_000;

const toAudienceKey = ({ action, input }: Request): string =>
	JSON.stringify(action.toCall(input).input.audience);

/** Returns the milliseconds since the epoch, or 0 for a broadcast that starts immediately. */
const toTime = ({ input: { send_at } }: Request): number =>
	typeof send_at === 'string' ? Date.parse(send_at) : 0;
