import type { IExecuteFunctions, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import { deriveWebhookSecret } from '@textloom/shared/webhooks';
import { credentialName } from './transport.ts';

/** Derives a secret from the API key, so that every process has it, whatever n8n stores. */
export async function secretOf(
	context: IExecuteFunctions | IHookFunctions | IWebhookFunctions,
	address: string,
): Promise<string> {
	const { apiKey } = await context.getCredentials<{ apiKey: string }>(credentialName);
	return deriveWebhookSecret(apiKey, address);
}

/** A revoked key stays valid here for this time. */
const cacheMs = 60_000;
const cached = new Map<string, { readonly secret: string; readonly until: number }>();
const cacheKeyOf = (context: IWebhookFunctions, address: string): string =>
	`${context.getNode().credentials?.[credentialName]?.id} ${address}`;

/** Returns a recently derived secret. To read a credential takes n8n longer than the rest of a delivery. */
export function cachedSecretOf(context: IWebhookFunctions, address: string): string | undefined {
	const found = cached.get(cacheKeyOf(context, address));
	return found && found.until > Date.now() ? found.secret : undefined;
}

export function cacheSecret(context: IWebhookFunctions, address: string, secret: string): void {
	const now = Date.now();
	for (const [key, { until }] of cached) if (until <= now) cached.delete(key);
	cached.set(cacheKeyOf(context, address), { secret, until: now + cacheMs });
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
