import type { IWebhookDescription, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { ApiError, createClient, type Client } from '@textloom/shared/client';
import type { Event, Message } from '@textloom/shared/contract';
import { readDelivery, type DeliveryResponse } from '../connection/delivery.ts';
import { budgets, n8nHost } from '../connection/host.ts';
import { loadPendingQuestion, type Question } from './pendingQuestion.ts';
import { awaitReply, endAwaiting } from './replySubscription.ts';
import { replyTo } from './replyTo.ts';
import { replyAddress } from '../connection/secret.ts';

/**
 * These webhooks resume a waiting execution. There is none for GET, so opening the address resumes
 * nothing.
 */
export const replyWebhooks: IWebhookDescription[] = [
	{
		name: 'default',
		httpMethod: 'POST',
		responseMode: 'onReceived',
		responseData: 'OK',
		path: '={{ $nodeId }}',
		restartWebhook: true,
		isFullPath: true,
	},
];

/**
 * Responds to a delivery, and resumes the execution with it if it is genuine and ends the wait. It does
 * not throw, because n8n would resume the execution with the error.
 */
export async function receiveReply(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const response = context.getResponseObject() as DeliveryResponse;
	const turnAway = (status: number, why: string) => {
		response.status(status).end(why);
		return { noWebhookResponse: true };
	};
	const question = loadPendingQuestion(context);
	const event = question && (await readDelivery(context, replyAddress(question.message.id)));
	if (!event) return turnAway(401, 'Unauthorized');
	const reply = replyTo(question, event);
	if (reply === 'unclear') {
		const isDone = await succeeds(context, (client) => askAgain(context, client, question, event));
		if (!isDone) return turnAway(503, 'Try again later');
	}
	if (typeof reply !== 'object') return { webhookResponse: 'OK' };
	await succeeds(context, (client) => endAwaiting(context, client, question, event));
	return { webhookResponse: 'OK', workflowData: [[{ json: reply, pairedItem: { item: 0 } }]] };
}

/** Asks again after an unclear reply, but not after a second one. */
async function askAgain(
	context: IWebhookFunctions,
	client: Client,
	question: Question,
	{ data }: Event,
): Promise<void> {
	const { message, approval } = question;
	const { id, to, from, purpose } = message;
	if (!approval?.askAgain || (data as Message).in_reply_to !== id) return;
	const again = await client.message.send(
		{ to, from, purpose, text: approval.askAgain },
		{ idempotencyKey: `${id}-ask-again` },
	);
	await awaitReply(context, client, question, again.id);
}

/** Returns false if the work must be repeated later. */
async function succeeds(
	context: IWebhookFunctions,
	work: (client: Client) => Promise<void>,
): Promise<boolean> {
	try {
		await work(createClient(await n8nHost(context, budgets.hook)));
		return true;
	} catch (error) {
		context.logger.warn(`${context.getNode().name}: ${(error as Error).message}`);
		return !(error instanceof ApiError && error.retryable);
	}
}
