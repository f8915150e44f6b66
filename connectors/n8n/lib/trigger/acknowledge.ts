import { sleep } from 'n8n-workflow';
import { createClient } from '@textloom/shared/client';
import { createAcknowledge } from '@textloom/shared/connector/events/acknowledge';
import { budgets, createHost } from '../connection/host.ts';
import { lateTransport } from '../connection/transport.ts';
import type { SharedEvent } from './claim.ts';

const acknowledgeLater = createAcknowledge(sleep);

/**
 * Tells the service that an event has started the workflow. If n8n's response is lost, the service then
 * does not deliver the event to another process of this n8n.
 */
export function acknowledge({ context, credential, webhookId, eventId }: SharedEvent): void {
	acknowledgeLater({
		webhook: webhookId,
		eventId,
		send: (event_ids) =>
			createClient(
				createHost(lateTransport(context, credential), budgets.editor),
			).webhook.acknowledge({ id: webhookId, event_ids }),
		onError: ({ message }) =>
			context.logger.warn(`${context.getNode().name} could not acknowledge events: ${message}`),
	});
}
