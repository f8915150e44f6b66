import type { IWebhookFunctions } from 'n8n-workflow';
import type { DeliveryResponse } from '../connection/delivery.ts';

/** The deliveries of this process that continue a wait, by the execution and the wait. */
const claims = new Map<string, { readonly response: DeliveryResponse; readonly since: number }>();
/** Older versions of n8n may respond before they mark the execution as running. */
const settleMs = 10_000;
/** After this time, n8n no longer responds. */
const longestMs = 300_000;

/**
 * Returns false if another delivery continues the wait now. Older versions of n8n would continue an
 * execution twice.
 */
export function claimWait(context: IWebhookFunctions, id: string): boolean {
	const now = Date.now();
	for (const [key, { response, since }] of claims) {
		const { writableEnded, statusCode } = response;
		const isRefused = writableEnded && statusCode >= 400;
		if (isRefused || now - since > (writableEnded ? settleMs : longestMs)) claims.delete(key);
	}
	const key = `${context.getExecutionId()}:${id}`;
	if (claims.has(key)) return false;
	claims.set(key, { response: context.getResponseObject() as DeliveryResponse, since: now });
	return true;
}
