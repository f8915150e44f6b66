import type { INodeExecutionData, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import type { Client } from '@textloom/shared/client';
import { refuseForNow, refuseDelivery } from '../connection/delivery.ts';
import { claimWait } from './claimWait.ts';
import { readProgress, toWaitOutput, type Progress } from './outcomes.ts';
import type { Questions } from './pendingQuestion.ts';
import { endAwaiting } from './replySubscription.ts';
import { succeeds } from './succeeds.ts';

/**
 * Continues the execution with the end of its wait. Its subscriptions end, because n8n accepts no text
 * for an execution that is over.
 *
 * @param listRepeated lists the messages that repeat a question, which have separate subscriptions
 */
export async function endWait(
	context: IWebhookFunctions,
	id: string,
	items: INodeExecutionData[],
	listRepeated: (client: Client) => Promise<readonly string[]>,
): Promise<IWebhookResponseData> {
	if (!claimWait(context, id)) return refuseForNow(context);
	await succeeds(context, async (client) => {
		await endAwaiting(context, client, id, id);
		for (const repeated of await listRepeated(client))
			await endAwaiting(context, client, id, repeated);
	});
	return { webhookResponse: 'OK', workflowData: [items] };
}

/** Continues the execution with the outcomes of its questions. */
export const endWithOutcomes = (
	context: IWebhookFunctions,
	questions: Questions,
	{ outcomes, repeated }: Progress,
): Promise<IWebhookResponseData> =>
	endWait(
		context,
		questions.id,
		toWaitOutput(context.getNode(), questions, outcomes),
		async () => repeated,
	);

/** Continues the execution with the replies that came in time, even if their deliveries failed. */
export async function endAtLimit(
	context: IWebhookFunctions,
	questions: Questions,
): Promise<IWebhookResponseData> {
	let progress: Progress | undefined;
	const isDone = await succeeds(context, async (client) => {
		progress = await readProgress(client, questions);
	});
	if (!isDone || !progress) return refuseDelivery(context, 503, 'Try again later');
	return endWithOutcomes(context, questions, progress);
}
