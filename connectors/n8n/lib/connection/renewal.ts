import type { IWebhookFunctions } from 'n8n-workflow';
import { createClient, type Client } from '@textloom/shared/client';
import { budgets, n8nHost } from './host.ts';

/** Anyone can send a request with a wrong signature, so this limits the requests to the service. */
const pauseMs = 10_000;
const renewedAt = new Map<string, number>();

/**
 * Renews the secret of a subscription after a delivery that another secret signed: after a change of
 * the API key, the service still signs with the secret that the node derived from the old key. The
 * service then retries the delivery with the new secret.
 */
export async function renewSecret(
	context: IWebhookFunctions,
	address: string,
	subscribe: (client: Client) => Promise<unknown>,
): Promise<void> {
	const now = Date.now();
	for (const [other, at] of renewedAt) if (at <= now - pauseMs) renewedAt.delete(other);
	if (renewedAt.has(address)) return;
	renewedAt.set(address, now);
	const { name } = context.getNode();
	try {
		await subscribe(createClient(await n8nHost(context, budgets.hook)));
		context.logger.info(`${name} subscribed again, because the API key may have changed`);
	} catch (error) {
		context.logger.warn(`${name} could not subscribe again: ${(error as Error).message}`);
	}
}
