import type { IWebhookDescription, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import type { Client } from '@textloom/shared/client';
import type { Event, Message } from '@textloom/shared/contract';
import { readDelivery, refuseDelivery, refuseForged } from '../connection/delivery.ts';
import { hashValue } from '@textloom/shared/connector/deduplicate';
import { endAtLimit, endWait } from './endWait.ts';
import { readRepeated, repeatedQuestion } from './outcomes.ts';
import type { Question, Questions } from './pendingQuestion.ts';
import { awaitReply } from './replySubscription.ts';
import { replyTo } from './replyTo.ts';
import { replyAddress } from '../connection/secret.ts';
import { succeeds } from './succeeds.ts';

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
	if (!question) return refuseForged(context);
	const { event, reason } = await readReply(context, question);
	if (!event) return refuseForged(context, reason);
	const { until, message } = question;
	if (event.type === 'webhook.expired')
		return endAtLimit(context, { id: message.id, waitFor: 'all', until, items: [question] });
	if (!isReplyTo(question, event, messageIn(context))) return { webhookResponse: 'OK' };
	const reply = replyTo(question, event);
	if (reply === 'unclear') {
		const wait = { id: message.id, until };
		const isDone = await succeeds(context, (client) =>
			askAgain(context, client, question, event, wait),
		);
		if (!isDone) return refuseDelivery(context, 503, 'Try again later');
	}
	if (typeof reply !== 'object') return { webhookResponse: 'OK' };
	const output = [{ json: reply, pairedItem: { item: 0 } }];
	return endWait(context, message.id, output, async (client) => {
		const repeatable = question.approval?.askAgain ? [question] : [];
		return [...(await readRepeated(client, message.id, repeatable)).keys()];
	});
}

const readReply = (context: IWebhookFunctions, question: Question) =>
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
 * Asks again after an unclear reply, but not after a second one. Several executions can share a question
 * by its Deduplication Key. They then share the repetition, so it depends only on the question.
 *
 * @param wait the ID and the end of the wait
 */
export async function askAgain(
	context: IWebhookFunctions,
	client: Client,
	question: Question,
	{ data }: Event,
	wait: Pick<Questions, 'id' | 'until'>,
): Promise<void> {
	const { message, approval } = question;
	const { id, to, from, purpose } = message;
	if (!approval?.askAgain || (data as Message).in_reply_to !== id) return;
	const { askAgain: text, mergesAgain: merge_fields } = approval;
	const again = await client.message.send(
		{ to, from, purpose, text, merge_fields, reference: id, metadata: { [repeatedQuestion]: id } },
		{ idempotencyKey: hashValue(['ask again', id, text]) },
	);
	await awaitReply(context, client, wait, [again.id]);
}
