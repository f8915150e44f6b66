import type { IWebhookFunctions } from 'n8n-workflow';
import type { Client } from '@textloom/shared/client';
import { hashValue } from '@textloom/shared/connector/deduplicate';
import type { Event, Message } from '@textloom/shared/contract';
import { forReply } from '../wait/goal.ts';
import type { Question, Questions } from '../wait/pending.ts';
import { awaitEvents } from '../wait/subscription.ts';
import { repeatedQuestion } from './outcomes.ts';

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
	await awaitEvents(context, client, forReply, wait, [again.id]);
}
