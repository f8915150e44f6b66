import type { IWebhookFunctions } from 'n8n-workflow';
import type { Event } from '@textloom/shared/contract';
import { verifyWebhook } from '@textloom/shared/webhooks';
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
export async function genuineEvent(
	context: IWebhookFunctions,
	address: string,
	advice = '',
): Promise<Event | undefined> {
	try {
		const request = context.getRequestObject() as DeliveryRequest;
		// Newer versions of n8n leave it to the node to read a body of a type they do not know.
		if (!request.rawBody) await request.readRawBody();
		const header = (name: string) => {
			const value = request.headers[name.toLowerCase()];
			return Array.isArray(value) ? value[0] : value;
		};
		return verifyWebhook(
			{ header, body: request.rawBody!.toString('utf8') },
			[await secretOf(context, address)],
			{ toleranceSeconds, now: Date.now() },
		);
	} catch (error) {
		context.logger.warn(
			`${context.getNode().name} refused a delivery: ${(error as Error).message}. ${advice}`,
		);
		return undefined;
	}
}
