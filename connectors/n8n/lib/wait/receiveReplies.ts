import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { headers, type Event, type Message } from '@textloom/shared/contract';
import { readDelivery, refuseDelivery, type DeliveryResponse } from '../connection/delivery.ts';
import { replyAddress } from '../connection/secret.ts';
import { toWaitOutput, listQuestions, readOutcomes, type Outcomes } from './outcomes.ts';
import type { Questions } from './pendingQuestion.ts';
import { askAgain, succeeds } from './receiveReply.ts';
import { awaitReply, endAwaiting } from './replySubscription.ts';
import { replyTo } from './replyTo.ts';

/** The service waits at most a day before it delivers again. */
const longestSeconds = 82_800;
/** A reply so shortly before the time limit ends the wait, because its next delivery would be late. */
const toleranceMs = 5_000;

/**
 * Responds to a delivery for the questions of several items. The delivery of the last reply continues
 * the execution. The service delivers the first reply again at the time limit, which then continues
 * with the replies so far.
 */
export async function receiveReplies(
	context: IWebhookFunctions,
	questions: Questions,
): Promise<IWebhookResponseData> {
	const event = await readReply(context, questions);
	if (!event) return refuseDelivery(context, 401, 'Unauthorized');
	let outcomes: Outcomes | undefined;
	const isDone = await succeeds(context, async (client) => {
		outcomes = await readOutcomes(client, questions);
		const question = unclearIn(questions, outcomes, event);
		if (question) await askAgain(context, client, question, event, questions);
	});
	if (!isDone || !outcomes) return refuseDelivery(context, 503, 'Try again later');

	const left = Date.parse(questions.until) - Date.now();
	if (left > toleranceMs && !isOver(questions, outcomes)) {
		const [first] = outcomes.values();
		if (questions.waitFor === 'first' || first?.event.id !== event.id)
			return { webhookResponse: 'OK' };
		const days = Math.ceil(left / 1000 / longestSeconds);
		const response = context.getResponseObject() as DeliveryResponse;
		response.setHeader(headers.retryAfter, String(Math.ceil(left / 1000 / days)));
		return refuseDelivery(context, 503, 'Deliver again at the time limit');
	}
	await succeeds(context, (client) => endAwaiting(context, client, questions.id));
	return {
		webhookResponse: 'OK',
		workflowData: [toWaitOutput(context.getNode(), questions, outcomes)],
	};
}

const readReply = (context: IWebhookFunctions, questions: Questions): Promise<Event | undefined> =>
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
			!outcomes.has(question.message.id) &&
			(event.data as Message).in_reply_to === question.message.id &&
			replyTo(question, event) === 'unclear',
	);

function isOver(questions: Questions, outcomes: Outcomes): boolean {
	const isReplied = [...outcomes.values()].some(({ outcome }) => outcome.reply_id !== null);
	if (questions.waitFor === 'first' && isReplied) return true;
	return listQuestions(questions).every(({ message }) => outcomes.has(message.id));
}
