import type { INodeExecutionData } from 'n8n-workflow';
import type { Client } from '@textloom/shared/client';

/**
 * Returns the output of a wait that is over when it begins, and deletes its subscription. With the same
 * key in each pass of a loop, an earlier pass may have got the events. If the service does not say how
 * they ended, the execution waits.
 */
export async function endIfOver(
	client: Client,
	subscription: { readonly id: string },
	findEnd: (client: Client) => Promise<INodeExecutionData[] | undefined>,
): Promise<INodeExecutionData[] | undefined> {
	const end = await findEnd(client).catch(() => undefined);
	if (end) await client.webhook.delete({ id: subscription.id }).catch(() => undefined);
	return end;
}
