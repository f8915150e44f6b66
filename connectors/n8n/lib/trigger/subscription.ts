import type { IHookFunctions } from 'n8n-workflow';
import { ApiError, createClient, type Client } from '@textloom/shared/client';
import { toNodeError } from '../connection/errors.ts';
import { budgets, n8nHost } from '../connection/host.ts';
import { addressOf, secretOf } from '../connection/secret.ts';
import { wantedBy } from './triggerEvents.ts';
import { wantedOf } from './triggerFilters.ts';

/**
 * Subscribes the URL of the node. The API keeps one subscription for a URL, so doing it again
 * repairs whatever differs: the events, their filter, the secret, a subscription that was disabled or deleted.
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

/** To change a trigger n8n takes it down and publishes it again: what comes in between is kept for so long. */
const gapMs = 60_000;
/** A test listens for two minutes. */
const testMs = 150_000;
const inMs = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString();

/**
 * Ends the subscription of the URL of the node: that of a test at once, and that of a workflow in a
 * minute, so that publishing it again adopts what waits to be delivered. It goes by nothing else: what
 * n8n keeps for a node comes along when its workflow or its database is copied, and would end the
 * subscription of the original.
 */
export const unsubscribe = (context: IHookFunctions): Promise<void> =>
	asHook(context, async (client) => {
		const url = context.getNodeWebhookUrl('default')!;
		const [webhook] = (await client.webhook.list({ url })).data;
		if (!webhook) return;
		const { id, expires_at } = webhook;
		// n8n does not say here whether it is a test; but that of a test has an end from the start.
		if (expires_at !== null) return end(client, id);
		// Where the clock of n8n is behind, the service takes no such time.
		await client.webhook.update({ id, expires_at: inMs(gapMs) }).catch(() => end(client, id));
	});

/** Ends a subscription, or finds it ended. */
export async function end(client: Client, id: string): Promise<void> {
	try {
		await client.webhook.delete({ id });
	} catch (error) {
		if (!(error instanceof ApiError) || error.code !== 'not_found') throw error;
	}
}

/** Of what a hook throws, n8n shows the message alone: it has to say what to do as well. */
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
