import { NodeOperationError, type IExecuteFunctions, type IWebhookFunctions } from 'n8n-workflow';
import { ApiError, type Client } from '@textloom/shared/client';
import { replyEvents } from '@textloom/shared/connector/replies';
import type { Event, Message } from '@textloom/shared/contract';
import type { Question } from './pendingQuestion.ts';
import { replyAddress, secretOf } from '../connection/secret.ts';
import { end } from '../trigger/subscription.ts';

/** The service keeps a subscription for this time after its use, because the clocks may differ. */
const slackMs = 3_600_000;
/** After a wait, the service keeps it for this time, for a few attempts at a delivery. */
const graceMs = 900_000;
const expiryAfter = (time: number): string => new Date(time + slackMs).toISOString();

/**
 * Returns the address that resumes the execution. Each message has a separate one, so that no
 * subscription replaces another.
 */
const urlOf = (context: IExecuteFunctions | IWebhookFunctions, messageId: string): string =>
	context.getSignedResumeUrl({ message: messageId });

/**
 * Checks that the service accepts the address of this n8n before the node sends a text. Otherwise, the
 * reply to the text could not be delivered.
 */
export async function requireDeliverable(
	context: IExecuteFunctions,
	client: Client,
): Promise<void> {
	const url = urlOf(context, 'none');
	try {
		const { id } = await client.webhook.create({
			url,
			events: [...replyEvents],
			filter: { message_id: ['none'] },
			expires_at: expiryAfter(Date.now()),
		});
		await end(client, id);
	} catch (error) {
		if (!(error instanceof ApiError) || error.field !== 'url') throw error;
		const { origin } = new URL(url);
		throw new NodeOperationError(
			context.getNode(),
			`The service cannot deliver replies to this n8n at ${origin}, so nothing was sent`,
			{
				description: `Set WEBHOOK_URL to a public address of n8n. The service rejects the current one: ${error.fieldErrors[0]!.detail}.`,
				itemIndex: 0,
			},
		);
	}
}

/**
 * Subscribes to the replies to a message. The service also delivers replies that have already
 * arrived.
 */
export async function awaitReply(
	context: IExecuteFunctions | IWebhookFunctions,
	client: Client,
	{ message, until }: Question,
	messageId = message.id,
): Promise<void> {
	await client.webhook.create({
		url: urlOf(context, messageId),
		events: [...replyEvents],
		filter: { message_id: [messageId] },
		secret: await secretOf(context, replyAddress(message.id)),
		expires_at: expiryAfter(Date.parse(until)),
	});
}

/**
 * Lets the service end the subscriptions of a finished wait: for the message, and for the message that
 * repeated it. They end later, so that the service can retry if n8n fails to continue.
 */
export async function endAwaiting(
	context: IWebhookFunctions,
	client: Client,
	{ message }: Question,
	{ data }: Event,
): Promise<void> {
	const { in_reply_to: answered } = data as Message;
	for (const messageId of new Set([message.id, answered ?? message.id])) {
		const [found] = (await client.webhook.list({ url: urlOf(context, messageId) })).data;
		const expires_at = new Date(Date.now() + graceMs).toISOString();
		if (found) await client.webhook.update({ id: found.id, expires_at });
	}
}
