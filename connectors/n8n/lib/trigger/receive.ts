import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { createSeenEvents, isFirst, seenKey } from '@textloom/shared/connector/seenEvents';
import type { Event } from '@textloom/shared/contract';
import { readDelivery, type DeliveryResponse } from '../connection/delivery.ts';
import { toOutput } from '../operations/output.ts';
import { addressOf } from '../connection/secret.ts';
import { wantedBy } from './triggerEvents.ts';
import { hasKeyword } from './triggerFilters.ts';

/**
 * Remembers the events that started a workflow, for all nodes in this process.
 *
 * Other processes that receive webhooks do not share this memory, and n8n offers webhooks no shared
 * store: it discards the static data that a webhook writes whenever the webhook starts an execution,
 * and its own deduplication is only for executed nodes.
 */
const seenEvents = createSeenEvents(10_000);

/** Responds to a delivery, and starts the workflow with it if it is genuine, wanted and new. */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const event = await readDelivery(
		context,
		addressOf(context),
		'If the API key has changed, unpublish the workflow and publish it again.',
	);
	const response = context.getResponseObject() as DeliveryResponse;
	if (!event) {
		response.status(401).end('Unauthorized');
		return { noWebhookResponse: true };
	}
	const isWanted = wantedBy(context).includes(event.type) && hasKeyword(context, event);
	if (!isWanted) return { webhookResponse: 'OK' };
	const key = seenKey(addressOf(context), event);
	const isNew = context.getMode() === 'manual' || (await isFirst(seenEvents, key));
	if (!isNew) return { webhookResponse: 'OK' };
	// n8n responds after it starts the execution. If it cannot start one, the service retries.
	response.once('finish', () => {
		if (response.statusCode >= 400) seenEvents.delete(key);
	});
	return { workflowData: [[{ json: itemOf(event) }]] };
}

const itemOf = ({ id, type, timestamp, data }: Event): IDataObject => ({
	event_id: id,
	event_type: type,
	event_time: timestamp,
	...toOutput(data),
});
