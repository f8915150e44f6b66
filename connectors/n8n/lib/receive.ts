import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import type { Event } from '@textloom/shared/contract';
import { verifyWebhook } from '@textloom/shared/webhooks';
import { isFirst, takeBack } from './once.ts';
import { toOutput } from './output.ts';
import { addressOf, secretOf } from './secret.ts';
import { wantedBy } from './triggerEvents.ts';
import { hasKeyword } from './triggerFilters.ts';

/** What is used of n8n's request and response, whose types its package does not bring along. */
interface DeliveryRequest {
	readonly headers: { readonly [name: string]: string | string[] | undefined };
	readonly rawBody?: Buffer;
	readonly readRawBody: () => Promise<void>;
}
interface DeliveryResponse {
	readonly statusCode: number;
	readonly status: (code: number) => { readonly end: (body: string) => void };
	readonly once: (event: 'finish', listener: () => void) => void;
}
const toleranceSeconds = 300;

/** Answers a delivery, and starts the workflow with it where it is genuine, wanted and new. */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const event = await genuineEvent(context);
	const response = context.getResponseObject() as DeliveryResponse;
	if (!event) {
		response.status(401).end('Unauthorized');
		return { noWebhookResponse: true };
	}
	const isWanted = wantedBy(context).includes(event.type) && hasKeyword(context, event);
	if (!isWanted) return { webhookResponse: 'OK' };
	const key = `${addressOf(context)}:${event.id}`;
	const isNew = context.getMode() === 'manual' || isFirst(key);
	if (!isNew) return { webhookResponse: 'OK' };
	// n8n answers when the execution has started; where it could not, the service tries again.
	response.once('finish', () => {
		if (response.statusCode >= 400) takeBack(key);
	});
	return { workflowData: [[{ json: itemOf(event) }]] };
}

/** The event of a delivery; undefined where it cannot be shown to come from the service. */
async function genuineEvent(context: IWebhookFunctions): Promise<Event | undefined> {
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
			[await secretOf(context)],
			{ toleranceSeconds, now: Date.now() },
		);
	} catch (error) {
		context.logger.warn(
			`Textloom Trigger refused a delivery: ${(error as Error).message}. ` +
				'If the API key has changed, publish the workflow again.',
		);
		return undefined;
	}
}

const itemOf = ({ id, type, timestamp, data }: Event): IDataObject => ({
	event_id: id,
	event_type: type,
	event_time: timestamp,
	...toOutput(data),
});
