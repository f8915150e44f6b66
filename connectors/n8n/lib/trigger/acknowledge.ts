import { sleep } from 'n8n-workflow';
import { ApiError, createClient } from '@textloom/shared/client';
import { limits } from '@textloom/shared/contract';
import { budgets, createHost } from '../connection/host.ts';
import { lateTransport } from '../connection/transport.ts';
import type { SharedEvent } from './claim.ts';

/** How long to collect events. The service repeats a delivery after two seconds or more. */
const pauseMs = 1_000;
const longestPauseMs = 120_000;
/** The IDs of the events to acknowledge, for each webhook. */
const waiting = new Map<string, string[]>();

/**
 * Tells the service that an event has started the workflow. If n8n's response is lost, the service then
 * does not deliver the event to another process of this n8n. Events of the same time share a request.
 */
export function acknowledge({ context, credential, webhookId, eventId }: SharedEvent): void {
	const others = waiting.get(webhookId);
	if (others && others.length < limits.acknowledgedEvents) {
		others.push(eventId);
		return;
	}
	const eventIds = [eventId];
	waiting.set(webhookId, eventIds);
	void sleep(pauseMs).then(() => {
		if (waiting.get(webhookId) === eventIds) waiting.delete(webhookId);
		return send({ context, credential, webhookId }, eventIds);
	});
}

/** Repeats the request for minutes, because the service may be starting again, for example. */
async function send(
	{ context, credential, webhookId }: Omit<SharedEvent, 'eventId'>,
	eventIds: string[],
): Promise<void> {
	const client = createClient(createHost(lateTransport(context, credential), budgets.editor));
	for (let pause = 2 * pauseMs; ; pause *= 2) {
		try {
			await client.webhook.acknowledge({ id: webhookId, event_ids: eventIds });
			return;
		} catch (error) {
			const { name } = context.getNode();
			context.logger.warn(`${name} could not acknowledge events: ${(error as Error).message}`);
			if (pause > longestPauseMs || (error instanceof ApiError && !error.retryable)) return;
			await sleep(pause);
		}
	}
}
