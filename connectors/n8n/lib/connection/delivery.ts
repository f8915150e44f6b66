import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { genuineEvent } from '@textloom/shared/connector/delivery';
import type { Client } from '@textloom/shared/client';
import type { Event } from '@textloom/shared/contract';
import { signatureMismatch } from '@textloom/shared/webhooks';
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

/**
 * Returns the event of a delivery that is signed for the address, or undefined if the delivery does
 * not provably come from the service.
 *
 * @param subscribe renews the subscription with the secret of the current API key
 */
export async function readDelivery(
	context: IWebhookFunctions,
	address: string,
	subscribe: (client: Client) => Promise<void>,
): Promise<Event | undefined> {
	let refusal: string = signatureMismatch;
	try {
		const request = context.getRequestObject() as DeliveryRequest;
		// Newer versions of n8n do not read a body of an unknown type, so the node reads it.
		if (!request.rawBody) await request.readRawBody();
		const delivery = { headers: request.headers, body: request.rawBody!.toString('utf8') };
		const read = (secret: string) =>
			genuineEvent(delivery, {
				...{ secret, toleranceSeconds, now: Date.now() },
				onRefused: (reason) => (refusal = reason),
			});
		const cached = getCachedAccess(context, address);
		const event = cached && read(cached.secret);
		if (event) return event;
		if (refusal === signatureMismatch) {
			const access = await readAccess(context, address);
			const renewed = read(access.secret);
			if (renewed) {
				cacheAccess(context, address, access);
				return renewed;
			}
		}
	} catch (error) {
		refusal = (error as Error).message;
	}
	context.logger.warn(`${context.getNode().name} refused a delivery: ${refusal}`);
	if (refusal === signatureMismatch) await renewSecret(context, address, subscribe);
	return undefined;
}
