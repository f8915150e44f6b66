import { randomUUID } from 'node:crypto';
import type { IWebhookFunctions } from 'n8n-workflow';
import { createClient } from '@textloom/shared/client';
import { claimEvent } from '@textloom/shared/connector/events/claim';
import { headers, limits, type ClaimStatus } from '@textloom/shared/contract';
import { budgets, createHost } from '../connection/host.ts';
import { lateTransport, type Credential } from '../connection/transport.ts';

/** An event that the service can also deliver to other processes of this n8n. */
export interface SharedEvent {
	readonly context: IWebhookFunctions;
	/** What the delivery read, because n8n applies no credential after a webhook has returned. */
	readonly credential: Credential;
	readonly webhookId: string;
	readonly eventId: string;
}

/** Identifies this process to the service. */
const claimant = randomUUID();
/** Leaves time to respond before the service gives up an attempt. */
const timeoutMs = 8_000;
/** The other process has as long again to acknowledge the event. */
const lateMs = (limits.undecidedSeconds / 2) * 1_000;

/**
 * Returns whether an earlier attempt may have reached another process of this n8n, or whether the
 * delivery was so slow that the next attempt may have.
 */
export function isRepeat(context: IWebhookFunctions): boolean {
	const lateBy = Date.now() - Number(readHeader(context, headers.webhookTimestamp)) * 1_000;
	return readAttempt(context) > 1 || lateBy > lateMs;
}

const readHeader = (context: IWebhookFunctions, name: string) => context.getHeaderData()[name];
const readAttempt = (context: IWebhookFunctions) =>
	Number(readHeader(context, headers.webhookAttempt) ?? 1);

/** Asks the service whether this process can start the workflow with an event. */
export async function claim({
	context,
	credential,
	webhookId,
	eventId,
}: SharedEvent): Promise<ClaimStatus> {
	const client = createClient(createHost(lateTransport(context, credential), budgets.hook));
	return claimEvent(client, {
		webhookId,
		eventId,
		claimant,
		attempt: readAttempt(context),
		signal: AbortSignal.timeout(timeoutMs),
		onError: ({ message }) =>
			context.logger.warn(`${context.getNode().name} could not claim an event: ${message}`),
	});
}

let queue: Promise<unknown> = Promise.resolve();

/** Claims an event again while n8n still starts the workflow. Claims run one after another. */
export function keepClaim(event: SharedEvent, isNeeded: () => boolean): void {
	queue = queue.then(() => (isNeeded() ? claim(event) : undefined));
}
