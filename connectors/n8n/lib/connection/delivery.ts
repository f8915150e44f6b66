import type { IWebhookFunctions } from 'n8n-workflow';
import { genuineEvent } from '@textloom/shared/connector/delivery';
import type { Event } from '@textloom/shared/contract';
import { secretOf } from './secret.ts';

/** Describes the used part of n8n's request and response. n8n's package does not contain their types. */
interface DeliveryRequest {
	readonly headers: { readonly [name: string]: string | string[] | undefined };
	readonly rawBody?: Buffer;
	readonly readRawBody: () => Promise<void>;
}
export interface DeliveryResponse {
	readonly statusCode: number;
	readonly status: (code: number) => { readonly end: (body: string) => void };
	readonly once: (event: 'finish', listener: () => void) => void;
}
const toleranceSeconds = 300;

/**
 * Returns the event of a delivery that is signed for the address, or undefined if the delivery does
 * not provably come from the service.
 *
 * @param advice what to do, for the log
 */
export async function readDelivery(
	context: IWebhookFunctions,
	address: string,
	advice = '',
): Promise<Event | undefined> {
	const onRefused = (reason: string) =>
		context.logger.warn(`${context.getNode().name} refused a delivery: ${reason}. ${advice}`);
	try {
		const request = context.getRequestObject() as DeliveryRequest;
		// Newer versions of n8n do not read a body of an unknown type, so the node reads it.
		if (!request.rawBody) await request.readRawBody();
		return genuineEvent(
			{ headers: request.headers, body: request.rawBody!.toString('utf8') },
			{
				secret: await secretOf(context, address),
				toleranceSeconds,
				now: Date.now(),
				onRefused,
			},
		);
	} catch (error) {
		onRefused((error as Error).message);
		return undefined;
	}
}
