import type { INodeExecutionData, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { refuseForNow, refuseDelivery } from '../connection/delivery.ts';
import { claimWait } from './claimWait.ts';
import { readOutcomes, toWaitOutput, type Outcomes } from './outcomes.ts';
import type { Questions } from './pendingQuestion.ts';
import { endAwaiting } from './replySubscription.ts';
import { succeeds } from './succeeds.ts';

/**
 * Continues the execution with the end of its wait.
 *
 * @param messageIds the messages whose subscriptions end
 */
export async function endWait(
	context: IWebhookFunctions,
	id: string,
	items: INodeExecutionData[],
	messageIds: readonly string[] = [id],
): Promise<IWebhookResponseData> {
	if (!claimWait(context, id)) return refuseForNow(context);
	await succeeds(context, (client) => endAwaiting(context, client, id, messageIds));
	return { webhookResponse: 'OK', workflowData: [items] };
}

/** Continues the execution with the replies that came in time, even if their deliveries failed. */
export async function endAtLimit(
	context: IWebhookFunctions,
	questions: Questions,
): Promise<IWebhookResponseData> {
	let outcomes: Outcomes | undefined;
	const isDone = await succeeds(context, async (client) => {
		outcomes = await readOutcomes(client, questions);
	});
	if (!isDone || !outcomes) return refuseDelivery(context, 503, 'Try again later');
	return endWait(context, questions.id, toWaitOutput(context.getNode(), questions, outcomes));
}
