import type { IHookFunctions } from 'n8n-workflow';
import { ApiError, createClient, type Client } from '@textloom/shared/client';
import { toNodeError } from '../connection/errors.ts';
import { budgets, n8nHost } from '../connection/host.ts';
import { addressOf, secretOf } from '../connection/secret.ts';
import { wantedBy } from './triggerEvents.ts';
import { wantedOf } from './triggerFilters.ts';

/**
 * Subscribes the URL of the node. The API keeps one subscription for a URL, so a new request repairs
 * any difference: the events, their filter, the secret, or a disabled or deleted subscription.
 */
export const subscribe = (context: IHookFunctions): Promise<void> =>
	asHook(context, async (client) => {
		const filter = wantedOf(context);
		await client.webhook.create({
			url: context.getNodeWebhookUrl('default')!,
			events: [...wantedBy(context)],
			...(filter && { filter }),
			secret: await secretOf(context, addressOf(context)),
			...(context.getMode() === 'manual' && { expires_at: inMs(testMs) }),
		});
	});

/**
 * To change a trigger, n8n removes it and publishes it again. The service keeps events for this
 * time in between.
 */
const gapMs = 60_000;
/** A test listens for two minutes, so its subscription lasts a little longer. */
const testMs = 150_000;
const inMs = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString();

/**
 * Ends the subscription of the URL of the node: for a test immediately, and for a workflow in a minute,
 * so that publishing the workflow again adopts the pending deliveries. Only the URL identifies the
 * subscription. Data that n8n stores for a node is copied with its workflow or its database, and would
 * end the subscription of the original.
 */
export const unsubscribe = (context: IHookFunctions): Promise<void> =>
	asHook(context, async (client) => {
		const url = context.getNodeWebhookUrl('default')!;
		const [webhook] = (await client.webhook.list({ url })).data;
		if (!webhook) return;
		const { id, expires_at } = webhook;
		// n8n does not say here whether this is a test, but only the subscription of a test has an end.
		if (expires_at !== null) return end(client, id);
		// If the clock of n8n is slow, the service rejects this time.
		await client.webhook.update({ id, expires_at: inMs(gapMs) }).catch(() => end(client, id));
	});

/** Ends a subscription. If it has already ended, this does nothing. */
export async function end(client: Client, id: string): Promise<void> {
	try {
		await client.webhook.delete({ id });
	} catch (error) {
		if (!(error instanceof ApiError) || error.code !== 'not_found') throw error;
	}
}

/** n8n shows only the message of an error from a hook, so the message must also say what to do. */
async function asHook(
	context: IHookFunctions,
	work: (client: Client) => Promise<void>,
): Promise<void> {
	try {
		await work(createClient(await n8nHost(context, budgets.hook)));
	} catch (error) {
		const nodeError = toNodeError(context.getNode(), error);
		if (nodeError.description) nodeError.message += `. ${nodeError.description}`;
		throw nodeError;
	}
}
