import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';
import { isWithoutReply } from '@textloom/shared/connector/replies';
import { messageSchema, type Message, type MessageStatus } from '@textloom/shared/contract';
import { failedItem } from '../execute/errorItem.ts';
import { arrivalSchema, type Outcome } from '../operations/deliveryOperation.ts';
import { pick, shaped, type Shape } from '../operations/output.ts';
import type { Refusal } from '../wait/failures.ts';
import type { Deliveries } from '../wait/pending.ts';

const messageFields = Object.keys(messageSchema.properties);

/** Returns what became of a message. Without a final status, nobody knows whether it arrived. */
export function toOutcome(status: MessageStatus): Outcome {
	if (status === 'delivered' || status === 'unconfirmed') return status;
	return isWithoutReply(status) ? 'not_delivered' : 'not_final';
}

/**
 * Returns the output of the wait: one item for each item that the node got.
 *
 * @param latest the messages that changed after they were sent, by ID
 */
export const toDeliveryOutput = (
	node: INode,
	{ tracked }: Deliveries,
	latest: ReadonlyMap<string, Message> = new Map(),
): INodeExecutionData[] =>
	tracked.map((one, item) => {
		if ('failed' in one) return failedItem(node, one.failed, item);
		const message = latest.get(one.message.id) ?? one.message;
		const outcome = toOutcome(message.status);
		const timed_out = outcome === 'not_final';
		const json = { outcome, timed_out, ...pick({ ...message }, messageFields) };
		return { json: shaped(arrivalSchema, json, one.shape), pairedItem: { item } };
	});

/** Returns the output of a message that does not exist, because the service refused it. */
export function toRefusedOutput(text: IDataObject, error: Refusal, shape: Shape): IDataObject {
	const given = Object.fromEntries(messageFields.map((name) => [name, text[name] ?? null]));
	// The encoding of a message is never `auto`, as that of a request can be.
	const message = { ...given, text: text.text ?? '', encoding: null, error: { ...error } };
	return shaped(arrivalSchema, { outcome: 'not_delivered', timed_out: false, ...message }, shape);
}
