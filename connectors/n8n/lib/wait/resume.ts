import type { IWebhookDescription, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { refuseDelivery, refuseForged } from '../connection/delivery.ts';
import { receiveReplies } from '../replies/receiveReplies.ts';
import { receiveStatus } from '../statuses/receiveStatus.ts';
import { loadPending } from './pending.ts';

/**
 * These webhooks resume a waiting execution. There is none for GET, so opening the address resumes
 * nothing.
 */
export const resumeWebhooks: IWebhookDescription[] = [
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
 * Responds to a delivery for a waiting execution. It does not throw, because n8n would resume the
 * execution with the error.
 */
export async function resume(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const pending = loadPending(context);
	if (!pending) return refuseForged(context);
	if (isFromOtherWait(context, pending.id)) {
		// The service then disables the subscription.
		return refuseDelivery(context, 410, 'Gone');
	}
	return 'tracked' in pending
		? await receiveStatus(context, pending)
		: await receiveReplies(context, pending);
}

/**
 * Returns true for a delivery for an earlier pass of a loop. Its execution and node are the same, so n8n
 * accepts its address.
 */
function isFromOtherWait(context: IWebhookFunctions, id: string): boolean {
	const { wait = id } = context.getQueryData() as { readonly wait?: string };
	return wait !== id;
}
