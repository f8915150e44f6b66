import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import type { Event, Message } from '@textloom/shared/contract';
import { readDelivery, refuseDelivery, refuseForged } from '../connection/delivery.ts';
import { replyAddress } from '../connection/secret.ts';
import { endAtLimit, endWithOutcomes } from './endWait.ts';
import { isOver, listQuestions, readProgress, type Outcomes, type Progress } from './outcomes.ts';
import type { Questions } from './pendingQuestion.ts';
import { askAgain } from './receiveReply.ts';
import { awaitReply } from './replySubscription.ts';
import { replyTo } from './replyTo.ts';
import { succeeds } from './succeeds.ts';

/**
 * Responds to a delivery for the questions of several items. The last reply continues the execution,
 * or the end of the wait with the replies so far.
 */
export async function receiveReplies(
	context: IWebhookFunctions,
	questions: Questions,
): Promise<IWebhookResponseData> {
	const { event, reason } = await readReply(context, questions);
	if (!event) return refuseForged(context, reason);
	if (event.type === 'webhook.expired') return endAtLimit(context, questions);
	let progress: Progress | undefined;
	const isDone = await succeeds(context, async (client) => {
		progress = await readProgress(client, questions);
		const question = unclearIn(questions, progress.outcomes, event);
		if (question) await askAgain(context, client, question, event, questions);
	});
	if (!isDone || !progress) return refuseDelivery(context, 503, 'Try again later');

	const isLate = Date.now() >= Date.parse(questions.until);
	if (!isLate && !isOver(questions, progress.outcomes)) return { webhookResponse: 'OK' };
	return endWithOutcomes(context, questions, progress);
}

const readReply = (context: IWebhookFunctions, questions: Questions) =>
	readDelivery(context, replyAddress(questions.id), (client) => {
		const { message = questions.id } = context.getQueryData() as { readonly message?: string };
		const others = listQuestions(questions).map((question) => question.message.id);
		const ids = message === questions.id ? others.filter((id) => id !== message) : [];
		return awaitReply(context, client, questions, [message, ...ids]);
	});

/** Returns the question that the event answers unclearly. */
const unclearIn = (questions: Questions, outcomes: Outcomes, event: Event) =>
	listQuestions(questions).find(
		(question) =>
			!outcomes.ended.has(question.message.id) &&
			(event.data as Message).in_reply_to === question.message.id &&
			replyTo(question, event) === 'unclear',
	);
