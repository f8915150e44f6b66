import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { genuineEvent } from '@textloom/shared/connector/events/delivery';
import type { Client } from '@textloom/shared/client';
import { headers, type Event } from '@textloom/shared/contract';
import { signatureMismatch, staleTimestamp } from '@textloom/shared/webhooks';
import { renewSecret } from './renewal.ts';
import { readAccess, cacheAccess, getCachedAccess } from './secret.ts';

/** Describes the used part of n8n's request and response. n8n's package does not contain their types. */
interface DeliveryRequest {
	readonly headers: { readonly [name: string]: string | string[] | undefined };
	readonly rawBody?: Buffer;
	readonly readRawBody: () => Promise<void>;
}
export interface DeliveryResponse {
	readonly statusCode: number;
	/** Whether n8n has responded, even if the connection was already closed. */
	readonly writableEnded: boolean;
	readonly setHeader: (name: string, value: string) => void;
	readonly status: (code: number) => { readonly end: (body: string) => void };
}
const toleranceSeconds = 300;
/** The service shows this to its operator. It tells a forger no more than the Date header does. */
const wrongClock =
	'The clocks of n8n and of the service differ by more than five minutes, or this is a copy of an old delivery. Correct the clocks.';

/** Responds to a delivery in place of n8n, which then starts and resumes nothing. */
export function refuseDelivery(
	context: IWebhookFunctions,
	status: number,
	body: string,
): IWebhookResponseData {
	const response = context.getResponseObject() as DeliveryResponse;
	response.status(status).end(body);
	return { noWebhookResponse: true };
}

/** Responds to a delivery that does not provably come from the service. */
export const refuseForged = (context: IWebhookFunctions, reason = 'Unauthorized') =>
	refuseDelivery(context, 401, reason);

/** Lets the service deliver again soon, because another delivery may still fail. */
export function refuseForNow(context: IWebhookFunctions): IWebhookResponseData {
	const response = context.getResponseObject() as DeliveryResponse;
	response.setHeader(headers.retryAfter, '10');
	return refuseDelivery(context, 503, 'The workflow is starting');
}

/**
 * Returns the event of a delivery that is signed for the address. If the delivery does not provably come
 * from the service, there is no event, but possibly a reason that the service may show.
 *
 * @param subscribe renews the subscription with the secret of the current API key
 */
export async function readDelivery(
	context: IWebhookFunctions,
	address: string,
	subscribe: (client: Client) => Promise<unknown>,
): Promise<{ readonly event?: Event; readonly reason?: string }> {
	let refusal: string = signatureMismatch;
	try {
		const request = context.getRequestObject() as DeliveryRequest;
		// Newer versions of n8n do not read a body of an unknown type, so the node reads it.
		if (!request.rawBody) await request.readRawBody();
		const delivery = { headers: request.headers, body: request.rawBody!.toString('utf8') };
		const read = (secret: string) =>
			genuineEvent(delivery, {
				secret,
				toleranceSeconds,
				now: Date.now(),
				onRefused: (reason) => (refusal = reason),
			});
		const cached = getCachedAccess(context, address);
		const event = cached && read(cached.secret);
		if (event) return { event };
		if (refusal === signatureMismatch) {
			const access = await readAccess(context, address);
			const renewed = read(access.secret);
			if (renewed) {
				cacheAccess(context, address, access);
				return { event: renewed };
			}
		}
	} catch (error) {
		refusal = (error as Error).message;
	}
	context.logger.warn(`${context.getNode().name} refused a delivery: ${refusal}`);
	if (refusal === signatureMismatch) await renewSecret(context, address, subscribe);
	return refusal === staleTimestamp ? { reason: wrongClock } : {};
}
