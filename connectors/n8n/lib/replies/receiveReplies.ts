import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import type { Event, Message } from '@textloom/shared/contract';
import { readDelivery, refuseDelivery, refuseForged } from '../connection/delivery.ts';
import { replyAddress } from '../connection/secret.ts';
import { forReply } from '../wait/goal.ts';
import {
	isOver,
	listQuestions,
	readProgress,
	toProgress,
	type Outcomes,
	type Progress,
} from './outcomes.ts';
import type { Questions } from '../wait/pending.ts';
import { askAgain } from './askAgain.ts';
import { awaitEvents } from '../wait/subscription.ts';
import { endAtLimit, endWithOutcomes } from './endWithOutcomes.ts';
import { replyTo } from './replyTo.ts';
import { succeeds } from '../wait/succeeds.ts';

/**
 * Responds to a delivery for the questions of an execution, and resumes it if the delivery is genuine
 * and ends the wait: with the last reply, or with the replies until the time limit.
 */
export async function receiveReplies(
	context: IWebhookFunctions,
	questions: Questions,
): Promise<IWebhookResponseData> {
	const { event, reason } = await readReply(context, questions);
	if (!event) return refuseForged(context, reason);
	if (event.type === 'webhook.expired') return endAtLimit(context, questions);
	const isLate = Date.now() >= Date.parse(questions.until);
	const [question, ...others] = listQuestions(questions);
	let progress: Progress | undefined;
	const isDone = await succeeds(context, async (client) => {
		progress =
			question && others.length === 0 && !isLate
				? toProgress(question, event, messageIn(context, questions))
				: await readProgress(client, questions);
		// After the time limit, nobody waits for another reply.
		const unclear = isLate ? undefined : unclearIn(questions, progress.outcomes, event);
		if (unclear) await askAgain(context, client, unclear, event, questions);
	});
	if (!isDone || !progress) return refuseDelivery(context, 503, 'Try again later');

	if (!isLate && !isOver(questions, progress.outcomes)) return { webhookResponse: 'OK' };
	return endWithOutcomes(context, questions, progress);
}

const readReply = (context: IWebhookFunctions, questions: Questions) =>
	readDelivery(context, replyAddress(questions.id), (client) => {
		const message = messageIn(context, questions);
		const others = listQuestions(questions).map((question) => question.message.id);
		const ids = message === questions.id ? others.filter((id) => id !== message) : [];
		return awaitEvents(context, client, forReply, questions, [message, ...ids]);
	});

/** Returns the message whose subscription delivers: a question, or a text that repeats it. */
function messageIn(context: IWebhookFunctions, { id }: Questions): string {
	const { message = id } = context.getQueryData() as { readonly message?: string };
	return message;
}

/** Returns the question that the event answers unclearly. */
const unclearIn = (questions: Questions, outcomes: Outcomes, event: Event) =>
	listQuestions(questions).find(
		(question) =>
			!outcomes.ended.has(question.message.id) &&
			(event.data as Message).in_reply_to === question.message.id &&
			replyTo(question, event) === 'unclear',
	);
