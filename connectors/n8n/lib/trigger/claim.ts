import { randomUUID } from 'node:crypto';
import type { IWebhookFunctions } from 'n8n-workflow';
import { ApiError, createClient } from '@textloom/shared/client';
import { headers, limits, type ClaimStatus } from '@textloom/shared/contract';
import { budgets, hostOf } from '../connection/host.ts';
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
/** The service makes this attempt half an hour after the first one, or minutes after it if n8n was down. */
const lastAttempt = 5;
/** The other process has as long again to acknowledge the event. */
const lateMs = (limits.undecidedSeconds / 2) * 1_000;

/**
 * Returns whether an earlier attempt may have reached another process of this n8n, or whether the
 * delivery was so slow that the next attempt may have.
 */
export function isRepeat(context: IWebhookFunctions): boolean {
	const lateBy = Date.now() - Number(headerOf(context, headers.webhookTimestamp)) * 1_000;
	return attemptOf(context) > 1 || lateBy > lateMs;
}

const headerOf = (context: IWebhookFunctions, name: string) => context.getHeaderData()[name];
const attemptOf = (context: IWebhookFunctions) =>
	Number(headerOf(context, headers.webhookAttempt) ?? 1);

/**
 * Asks the service whether this process can start the workflow with an event. If the service, or n8n's
 * database, does not respond, a later attempt asks again, but not forever.
 */
export async function claim({
	context,
	credential,
	webhookId,
	eventId,
}: SharedEvent): Promise<ClaimStatus> {
	try {
		const client = createClient(hostOf(lateTransport(context, credential), budgets.hook));
		const input = { id: webhookId, event_id: eventId, claimant };
		return (await client.webhook.claim(input, { signal: AbortSignal.timeout(timeoutMs) })).status;
	} catch (error) {
		const { name } = context.getNode();
		context.logger.warn(`${name} could not claim an event: ${(error as Error).message}`);
		const isRefused = error instanceof ApiError && !error.retryable && error.code !== 'aborted';
		return isRefused || attemptOf(context) >= lastAttempt ? 'granted' : 'busy';
	}
}

let queue: Promise<unknown> = Promise.resolve();

/** Claims an event that n8n needs long to start the workflow with, one after another. */
export function keepClaim(event: SharedEvent, isNeeded: () => boolean): void {
	queue = queue.then(() => (isNeeded() ? claim(event) : undefined));
}
