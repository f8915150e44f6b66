import type { IWebhookFunctions } from 'n8n-workflow';
import { ApiError, createClient, type Client } from '@textloom/shared/client';
import { budgets, n8nHost } from '../connection/host.ts';

/** Returns false if the work must be repeated later. */
export async function succeeds(
	context: IWebhookFunctions,
	work: (client: Client) => Promise<void>,
): Promise<boolean> {
	try {
		await work(createClient(await n8nHost(context, budgets.hook)));
		return true;
	} catch (error) {
		context.logger.warn(`${context.getNode().name}: ${(error as Error).message}`);
		return !(error instanceof ApiError && error.retryable);
	}
}
