import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { refuseDelivery } from '../connection/delivery.ts';
import { endWait } from '../wait/endWait.ts';
import { forReply } from '../wait/goal.ts';
import type { Questions } from '../wait/pending.ts';
import { succeeds } from '../wait/succeeds.ts';
import { readProgress, toWaitOutput, type Progress } from './outcomes.ts';

/** Continues the execution with the outcomes of its questions. */
export const endWithOutcomes = (
	context: IWebhookFunctions,
	questions: Questions,
	{ outcomes, listRepeated }: Progress,
): Promise<IWebhookResponseData> =>
	endWait(
		context,
		forReply,
		questions.id,
		toWaitOutput(context.getNode(), questions, outcomes),
		listRepeated,
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
