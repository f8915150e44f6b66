import { sleep, type IWebhookFunctions, type IWebhookResponseData } from 'n8n-workflow';
import { createSeenEvents, seenKey } from '@textloom/shared/connector/events/seenEvents';
import type { Event } from '@textloom/shared/contract';
import {
	readDelivery,
	refuseForged,
	refuseForNow,
	type DeliveryResponse,
} from '../connection/delivery.ts';
import { toSecretAddress, getCachedAccess } from '../connection/secret.ts';
import { acknowledge } from './acknowledge.ts';
import { claim, isRepeat, keepClaim, type SharedEvent } from './claim.ts';
import { downloadMedia } from './downloadMedia.ts';
import { toItem } from './toItem.ts';
import { endFormer, loadSubscription, renewSubscription } from './subscription.ts';
import { wantedBy } from './triggerEvents.ts';
import { passesFilters } from './triggerFilters.ts';

/**
 * Remembers the events that started a workflow, for all nodes in this process. Other processes that
 * receive webhooks do not share this memory, so the node also acknowledges the events to the service,
 * and claims an event that the service delivers again.
 */
const started = createSeenEvents();
/** The events that n8n may still fail to start a workflow with. */
const pending = new Map<string, DeliveryResponse>();

const longestPauseMs = 6_400;

/**
 * Resolves with whether n8n started an execution, which n8n does before it responds. The response to a
 * closed connection has no event for its end.
 *
 * @param onSlow runs every few seconds while n8n needs long to respond
 */
async function isStarted(response: DeliveryResponse, onSlow: () => void): Promise<boolean> {
	for (let pause = 100; !response.writableEnded; pause = Math.min(2 * pause, longestPauseMs)) {
		if (pause === longestPauseMs) onSlow();
		await sleep(pause);
	}
	return isAccepted(response);
}

const isAccepted = ({ writableEnded, statusCode }: DeliveryResponse): boolean =>
	writableEnded && statusCode < 400;

/** Responds to a delivery, and starts the workflow with it if it is genuine, wanted and new. */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const { event, reason } = await readDelivery(
		context,
		toSecretAddress(context),
		async (client) => {
			// In a test, n8n returns the URL for production here.
			if (context.getMode() !== 'manual') await renewSubscription(client, context);
		},
	);
	if (!event) return refuseForged(context, reason);
	if (event.type === 'webhook.test') await endFormer(context, event.data.webhook_id);
	const isWanted = wantedBy(context).includes(event.type) && passesFilters(context, event);
	if (!isWanted) return { webhookResponse: 'OK' };
	const response = context.getMode() === 'manual' ? undefined : await claimDelivery(context, event);
	if (response) return response;
	const isSimplified = context.getNodeParameter('simplify', true) === true;
	const binary = await downloadMedia(context, event);
	return { workflowData: [[{ json: toItem(event, isSimplified), ...(binary && { binary }) }]] };
}

/**
 * Returns what identifies the start of the workflow. While the service knows two addresses of this n8n,
 * it joins the same texts twice, in two events.
 */
function readStartId({ id, data }: Event): string {
	const burst = 'burst' in data ? data.burst : null;
	return burst?.at(-1)?.message_id ?? id;
}

/** Returns the response to an event that must not start the workflow, at least not now. */
async function claimDelivery(
	context: IWebhookFunctions,
	event: Event,
): Promise<IWebhookResponseData | undefined> {
	const key = seenKey(toSecretAddress(context), { id: readStartId(event) });
	const earlier = pending.get(key);
	if (started.has(key) || (earlier && isAccepted(earlier))) return { webhookResponse: 'OK' };
	if (earlier) return refuseForNow(context);
	const response = context.getResponseObject() as DeliveryResponse;
	pending.set(key, response);
	const shared = readSharedEvent(context, event);
	const status = shared && isRepeat(context) ? await claim(shared) : 'granted';
	if (status !== 'granted') {
		pending.delete(key);
		if (status === 'busy') return refuseForNow(context);
		started.add(key);
		return { webhookResponse: 'OK' };
	}
	const onSlow = () => shared && keepClaim(shared, () => !response.writableEnded);
	void isStarted(response, onSlow).then((isDone) => {
		pending.delete(key);
		if (!isDone) return;
		started.add(key);
		if (shared) acknowledge(shared);
	});
	return undefined;
}

/** Returns what the service must know of an event, unless the workflow is a copy without a subscription. */
function readSharedEvent(context: IWebhookFunctions, event: Event): SharedEvent | undefined {
	const subscription = loadSubscription(context);
	const access = getCachedAccess(context, toSecretAddress(context));
	if (!subscription || !access) return undefined;
	const { webhookId } = subscription;
	return { context, credential: access.credential, webhookId, eventId: event.id };
}
