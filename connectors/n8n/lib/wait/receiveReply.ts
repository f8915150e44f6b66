import type { IWebhookDescription, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { ApiError, createClient, type Client } from '@textloom/shared/client';
import type { Event, Message } from '@textloom/shared/contract';
import { readDelivery, refuseDelivery } from '../connection/delivery.ts';
import { budgets, n8nHost } from '../connection/host.ts';
import { repeatedQuestion } from './outcomes.ts';
import type { Question, Questions } from './pendingQuestion.ts';
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
export async function receiveReply(
	context: IWebhookFunctions,
	question: Question | undefined,
): Promise<IWebhookResponseData> {
	const event = question && (await readReply(context, question));
	if (!event) return refuseDelivery(context, 401, 'Unauthorized');
	if (!isReplyTo(question, event, messageIn(context))) return { webhookResponse: 'OK' };
	const reply = replyTo(question, event);
	if (reply === 'unclear') {
		const isDone = await succeeds(context, (client) => askAgain(context, client, question, event));
		if (!isDone) return refuseDelivery(context, 503, 'Try again later');
	}
	if (typeof reply !== 'object') return { webhookResponse: 'OK' };
	const { id } = question.message;
	const answered = (event.data as Message).in_reply_to ?? id;
	await succeeds(context, (client) => endAwaiting(context, client, id, [id, answered]));
	return { webhookResponse: 'OK', workflowData: [[{ json: reply, pairedItem: { item: 0 } }]] };
}

const readReply = (context: IWebhookFunctions, question: Question): Promise<Event | undefined> =>
	readDelivery(context, replyAddress(question.message.id), (client) => {
		const { id } = question.message;
		const message = messageIn(context) ?? id;
		return awaitReply(context, client, { id, until: question.until }, [message]);
	});

/** Returns the message whose subscription delivers: the question, or the text that repeats it. */
const messageIn = (context: IWebhookFunctions): string | undefined =>
	(context.getQueryData() as { readonly message?: string }).message;

/** Returns false for a reply to a message that is neither the question nor its repetition. */
function isReplyTo({ message }: Question, { type, data }: Event, repeated?: string): boolean {
	const { in_reply_to } = data as Message;
	if (type !== 'message.received' || in_reply_to === null) return true;
	return in_reply_to === message.id || in_reply_to === repeated;
}

/**
 * Asks again after an unclear reply, but not after a second one.
 *
 * @param questions the questions of all items, if there are several
 */
export async function askAgain(
	context: IWebhookFunctions,
	client: Client,
	question: Question,
	{ data }: Event,
	questions?: Questions,
): Promise<void> {
	const { message, approval } = question;
	const { id, to, from, purpose } = message;
	if (!approval?.askAgain || (data as Message).in_reply_to !== id) return;
	const again = await client.message.send(
		{
			...{ to, from, purpose, text: approval.askAgain },
			...(questions && { reference: questions.id, metadata: { [repeatedQuestion]: id } }),
		},
		{ idempotencyKey: `${id}-ask-again` },
	);
	await awaitReply(context, client, questions ?? { id, until: question.until }, [again.id]);
}

/** Returns false if the work must be repeated later. */
export async function succeeds(
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
