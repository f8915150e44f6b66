import { sleep, type IWebhookFunctions } from 'n8n-workflow';
import { createClient } from '@textloom/shared/client';
import { limits } from '@textloom/shared/contract';
import { budgets, n8nHost } from '../connection/host.ts';

/** How long to collect events. The service repeats a delivery after two seconds or more. */
const pauseMs = 1_000;
/** The IDs of the events to acknowledge, for each webhook. */
const waiting = new Map<string, string[]>();

/**
 * Tells the service that an event has started the workflow. If n8n's response is lost, the service then
 * does not deliver the event to another process of this n8n. Events of the same time share a request.
 */
export function acknowledge(context: IWebhookFunctions, webhookId: string, eventId: string): void {
	const others = waiting.get(webhookId);
	if (others && others.length < limits.acknowledgedEvents) {
		others.push(eventId);
		return;
	}
	const eventIds = [eventId];
	waiting.set(webhookId, eventIds);
	void sleep(pauseMs).then(async () => {
		if (waiting.get(webhookId) === eventIds) waiting.delete(webhookId);
		try {
			const client = createClient(await n8nHost(context, budgets.editor));
			await client.webhook.acknowledge({ id: webhookId, event_ids: eventIds });
		} catch (error) {
			const { name } = context.getNode();
			context.logger.warn(`${name} could not acknowledge events: ${(error as Error).message}`);
		}
	});
}
