import type { IExecuteFunctions, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import { deriveWebhookSecret } from '@textloom/shared/webhooks';
import { credentialName } from './transport.ts';

/** Derived from the API key, so that no secret is stored. */
export async function secretOf(
	context: IExecuteFunctions | IHookFunctions | IWebhookFunctions,
	address: string,
): Promise<string> {
	const { apiKey } = await context.getCredentials<{ apiKey: string }>(credentialName);
	return deriveWebhookSecret(apiKey, address);
}

/** What the reply to a message is signed for. */
export const replyAddress = (messageId: string): string => `n8n:reply:${messageId}`;

/**
 * What deliveries are signed for and told apart by. Not the URL: that one n8n tells differently to
 * the two sides of a test, and it changes with the address of n8n.
 */
export function addressOf(context: IHookFunctions | IWebhookFunctions): string {
	const mode = context.getMode() === 'manual' ? 'test' : 'production';
	return ['n8n', context.getWorkflow().id, context.getNode().id, mode].join(':');
}
