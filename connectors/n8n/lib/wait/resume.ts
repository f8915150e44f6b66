import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { refuseDelivery } from '../connection/delivery.ts';
import { loadPendingQuestion } from './pendingQuestion.ts';
import { receiveReplies } from './receiveReplies.ts';
import { receiveReply } from './receiveReply.ts';

/** Responds to a delivery for a waiting execution, which asked one question or several. */
export async function resume(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const pending = loadPendingQuestion(context);
	if (pending && isFromOtherWait(context, 'items' in pending ? pending.id : pending.message.id)) {
		// The service then disables the subscription.
		return refuseDelivery(context, 410, 'Gone');
	}
	return pending && 'items' in pending
		? await receiveReplies(context, pending)
		: await receiveReply(context, pending);
}

/**
 * Returns true for a delivery for an earlier pass of a loop. Its execution and node are the same, so n8n
 * accepts its address.
 */
function isFromOtherWait(context: IWebhookFunctions, id: string): boolean {
	const { wait = id } = context.getQueryData() as { readonly wait?: string };
	return wait !== id;
}
