import type { IWebhookFunctions } from 'n8n-workflow';
import { genuineEvent } from '@textloom/shared/connector/delivery';
import type { Event } from '@textloom/shared/contract';
import { secretOf } from './secret.ts';

/** What is used of n8n's request and response, whose types its package does not bring along. */
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
 * The event of a delivery that is signed for the address; undefined where it cannot be shown to come
 * from the service.
 *
 * @param advice what the log says to do
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
		// Newer versions of n8n leave it to the node to read a body of a type they do not know.
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
