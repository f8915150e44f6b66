import type {
	IDataObject,
	IHookFunctions,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import { ApiError, createClient, type Client } from '@textloom/shared/client';
import type { Event, EventType } from '@textloom/shared/contract';
import { deriveWebhookSecret, verifyWebhook } from '@textloom/shared/webhooks';
import { toNodeError } from './errors.ts';
import { budgets, n8nHost } from './host.ts';
import { isFirst, takeBack } from './once.ts';
import { toOutput } from './output.ts';
import { credentialName } from './transport.ts';
import { eventsOf } from './triggerEvents.ts';

/** What n8n keeps for the node: separately for its test URL, and for its production URL. */
interface Memory {
	webhookId?: string;
}
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

/**
 * Subscribes the URL of the node. The API keeps one subscription for a URL, so doing it again
 * repairs whatever differs: the events, the secret, a subscription that was disabled or deleted.
 */
export const subscribe = (context: IHookFunctions): Promise<void> =>
	asHook(context, async (client) => {
		const memory = memoryOf(context);
		const { id } = await client.webhook.create({
			url: context.getNodeWebhookUrl('default')!,
			events: [...wantedBy(context)],
			secret: await secretOf(context),
		});
		const former = memory.webhookId;
		memory.webhookId = id;
		// The address of this n8n has changed since.
		if (former !== undefined && former !== id) await end(client, former);
	});

export const unsubscribe = (context: IHookFunctions): Promise<void> =>
	asHook(context, async (client) => {
		const memory = memoryOf(context);
		const url = context.getNodeWebhookUrl('default')!;
		const id = memory.webhookId ?? (await client.webhook.list({ url })).data[0]?.id;
		if (id !== undefined) await end(client, id);
		delete memory.webhookId;
	});

/** Ends a subscription, or finds it ended. */
async function end(client: Client, id: string): Promise<void> {
	try {
		await client.webhook.delete({ id });
	} catch (error) {
		if (!(error instanceof ApiError) || error.code !== 'not_found') throw error;
	}
}

/** Of what a hook throws, n8n shows the message alone: it has to say what to do as well. */
async function asHook(
	context: IHookFunctions,
	work: (client: Client) => Promise<void>,
): Promise<void> {
	try {
		await work(createClient(await n8nHost(context, budgets.hook)));
	} catch (error) {
		const nodeError = toNodeError(context.getNode(), error);
		if (nodeError.description) nodeError.message += `. ${nodeError.description}`;
		throw nodeError;
	}
}

/** Answers a delivery, and starts the workflow with it where it is genuine, wanted and new. */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const event = await genuineEvent(context);
	const response = context.getResponseObject() as DeliveryResponse;
	if (!event) {
		response.status(401).end('Unauthorized');
		return { noWebhookResponse: true };
	}
	if (!wantedBy(context).includes(event.type)) return { webhookResponse: 'OK' };
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

/** Derived from the API key, so that no secret is stored. */
async function secretOf(context: IHookFunctions | IWebhookFunctions): Promise<string> {
	const { apiKey } = await context.getCredentials<{ apiKey: string }>(credentialName);
	return deriveWebhookSecret(apiKey, addressOf(context));
}

/**
 * What deliveries are signed for and told apart by. Not the URL: that one n8n tells differently to
 * the two sides of a test, and it changes with the address of n8n.
 */
function addressOf(context: IHookFunctions | IWebhookFunctions): string {
	const mode = context.getMode() === 'manual' ? 'test' : 'production';
	return ['n8n', context.getWorkflow().id, context.getNode().id, mode].join(':');
}

const wantedBy = (context: IHookFunctions | IWebhookFunctions): readonly EventType[] =>
	eventsOf(
		context.getNodeParameter('event') as string,
		context.getNodeParameter('statuses', []) as EventType[],
	);

const memoryOf = (context: IHookFunctions | IWebhookFunctions): Memory =>
	context.getWorkflowStaticData('node');

const itemOf = ({ id, type, timestamp, data }: Event): IDataObject => ({
	event_id: id,
	event_type: type,
	event_time: timestamp,
	...toOutput(data),
});
