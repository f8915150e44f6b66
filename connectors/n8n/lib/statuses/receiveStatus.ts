import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { finalEventTypes, statusEventTypes } from '@textloom/shared/contract';
import { readDelivery, refuseDelivery, refuseForged } from '../connection/delivery.ts';
import { replyAddress } from '../connection/secret.ts';
import { endWait } from '../wait/endWait.ts';
import { forDelivery } from '../wait/goal.ts';
import type { Deliveries } from '../wait/pending.ts';
import { awaitEvents } from '../wait/subscription.ts';
import { succeeds } from '../wait/succeeds.ts';
import { areFinal, listIds, readEvents, selectLatest } from './readLatest.ts';
import { toDeliveryOutput } from './toDeliveryOutput.ts';

/**
 * Responds to a delivery for messages whose final statuses an execution waits for. The last one
 * continues the execution, or the end of the wait with the statuses so far. It does not throw, because
 * n8n would resume the execution with the error.
 */
export async function receiveStatus(
	context: IWebhookFunctions,
	deliveries: Deliveries,
): Promise<IWebhookResponseData> {
	const ids = listIds(deliveries);
	const { event, reason } = await readDelivery(context, replyAddress(deliveries.id), (client) =>
		awaitEvents(context, client, forDelivery, deliveries, ids),
	);
	if (!event) return refuseForged(context, reason);
	const isLate = Date.now() >= Date.parse(deliveries.until);
	const isAtLimit = isLate || event.type === 'webhook.expired';
	let latest = selectLatest([event]);
	let isKnown = areFinal(deliveries, latest);
	if (!isKnown)
		await succeeds(context, async (client) => {
			const types = isAtLimit ? statusEventTypes : finalEventTypes;
			latest = selectLatest([event, ...(await readEvents(client, ids, types))]);
			isKnown = true;
		});
	if (!isKnown) return refuseDelivery(context, 503, 'Try again later');
	if (!isAtLimit && !areFinal(deliveries, latest)) return { webhookResponse: 'OK' };
	const output = toDeliveryOutput(context.getNode(), deliveries, latest);
	return endWait(context, forDelivery, deliveries.id, output);
}
