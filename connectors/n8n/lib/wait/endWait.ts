import type { INodeExecutionData, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import type { Client } from '@textloom/shared/client';
import { refuseForNow } from '../connection/delivery.ts';
import { claimWait } from './claimWait.ts';
import type { Goal } from './goal.ts';
import { endAwaiting } from './subscription.ts';
import { succeeds } from './succeeds.ts';

/**
 * Continues the execution with the end of its wait. Its subscriptions end, because n8n accepts no text
 * for an execution that is over.
 *
 * @param listRepeated lists the messages that repeat a question, which have separate subscriptions
 */
export async function endWait(
	context: IWebhookFunctions,
	goal: Goal,
	id: string,
	items: INodeExecutionData[],
	listRepeated: (client: Client) => Promise<readonly string[]> = () => Promise.resolve([]),
): Promise<IWebhookResponseData> {
	if (!claimWait(context, id)) return refuseForNow(context);
	await succeeds(context, async (client) => {
		await endAwaiting(context, client, goal, id, id);
		for (const repeated of await listRepeated(client))
			await endAwaiting(context, client, goal, id, repeated);
	});
	return { webhookResponse: 'OK', workflowData: [items] };
}
