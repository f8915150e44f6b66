import type { IExecuteFunctions, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import { deriveWebhookSecret } from '@textloom/shared/webhooks';
import { credentialName } from './transport.ts';

/** Derives the secret from the API key, so that n8n stores no secret. */
export async function secretOf(
	context: IExecuteFunctions | IHookFunctions | IWebhookFunctions,
	address: string,
): Promise<string> {
	const { apiKey } = await context.getCredentials<{ apiKey: string }>(credentialName);
	return deriveWebhookSecret(apiKey, address);
}

/** Returns the address that the secret for replies to a message is derived from. */
export const replyAddress = (messageId: string): string => `n8n:reply:${messageId}`;

/**
 * Returns the address that the secret for deliveries is derived from, and that identifies them. It is
 * not the URL, because n8n reports different URLs to the two sides of a test, and the URL changes with
 * the address of n8n.
 */
export function addressOf(context: IHookFunctions | IWebhookFunctions): string {
	const mode = context.getMode() === 'manual' ? 'test' : 'production';
	return ['n8n', context.getWorkflow().id, context.getNode().id, mode].join(':');
}
