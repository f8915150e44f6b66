import type { IExecuteFunctions, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import { deriveWebhookSecret } from '@textloom/shared/webhooks';
import { credentialName, readCredential, type Credential } from './transport.ts';

/** What a delivery needs of the credential. */
interface Access {
	readonly credential: Credential;
	readonly secret: string;
}

/**
 * Reads the credential, and derives the secret of an address from its API key, so that every process has
 * the secret, whatever n8n stores.
 */
export async function readAccess(
	context: IExecuteFunctions | IHookFunctions | IWebhookFunctions,
	address: string,
): Promise<Access> {
	const credential = await readCredential(context);
	return { credential, secret: deriveWebhookSecret(credential.apiKey, address) };
}

/** A revoked key stays valid here for this time. */
const cacheMs = 60_000;
const cached = new Map<string, Access & { readonly until: number }>();
const toCacheKey = (context: IWebhookFunctions, address: string): string =>
	`${context.getNode().credentials?.[credentialName]?.id} ${address}`;

/** Returns what was read recently. To read a credential takes n8n longer than the rest of a delivery. */
export function getCachedAccess(context: IWebhookFunctions, address: string): Access | undefined {
	const found = cached.get(toCacheKey(context, address));
	return found && found.until > Date.now() ? found : undefined;
}

export function cacheAccess(context: IWebhookFunctions, address: string, access: Access): void {
	const now = Date.now();
	for (const [key, { until }] of cached) if (until <= now) cached.delete(key);
	cached.set(toCacheKey(context, address), { ...access, until: now + cacheMs });
}

/** Returns the address that the secret for replies to a message is derived from. */
export const replyAddress = (messageId: string): string => `n8n:reply:${messageId}`;

/**
 * Returns the address that the secret for deliveries is derived from, and that identifies them. It is
 * not the URL, because n8n reports different URLs to the two sides of a test, and the URL changes with
 * the address of n8n.
 */
export function toSecretAddress(context: IHookFunctions | IWebhookFunctions): string {
	const mode = context.getMode() === 'manual' ? 'test' : 'production';
	return ['n8n', context.getWorkflow().id, context.getNode().id, mode].join(':');
}
