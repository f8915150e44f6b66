import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import { ApiError, createClient, isNotFound, type Client } from '@textloom/shared/client';
import { addAdvice, toNodeError } from '../connection/errors.ts';
import { explainUrl } from '../connection/explainUrl.ts';
import { budgets, n8nHost } from '../connection/host.ts';
import { toSecretAddress, readAccess } from '../connection/secret.ts';
import type { Credential } from '../connection/transport.ts';
import { readBurstSeconds } from './burst.ts';
import { beginTest, endSubscription, endTest, keepTest } from './triggerTests.ts';
import { readEvents } from './triggerEvents.ts';
import { filterFields, readServiceFilter } from './triggerFilters.ts';

/**
 * Subscribes the URL of the node. The API keeps one subscription for a URL, so a new request repairs
 * any difference: the events, their filter, the secret, or a disabled or deleted subscription.
 */
export async function subscribe(context: IHookFunctions): Promise<void> {
	const isTest = context.getMode() === 'manual';
	const url = context.getNodeWebhookUrl('default')!;
	if (isTest) await beginTest(url);
	await asHook(context, async (client) => {
		const subscribed = await subscribeWith(client, context);
		if (isTest) keepTest(context, url, subscribed);
	});
}

/** The part of a subscription that n8n stores with the workflow. */
interface Subscription {
	/** Belongs to another workflow in the data of a copy. */
	readonly address: string;
	readonly webhookId: string;
	/** The webhook with the address of n8n before the last change. */
	readonly formerId?: string;
}

/** Returns the stored subscription of the workflow, if there is one. */
export function loadSubscription(
	context: IHookFunctions | IWebhookFunctions,
): Subscription | undefined {
	const { subscription } = context.getWorkflowStaticData('node') as {
		readonly subscription?: Subscription;
	};
	return subscription?.address === toSecretAddress(context) ? subscription : undefined;
}

/** Signs the next deliveries with the current API key, and changes nothing else of the subscription. */
export async function renewSubscription(client: Client, context: IWebhookFunctions): Promise<void> {
	const stored = loadSubscription(context);
	if (stored) {
		const { secret } = await readAccess(context, stored.address);
		try {
			await client.webhook.update({ id: stored.webhookId, secret });
			return;
		} catch (error) {
			if (!isNotFound(error)) throw error;
		}
	}
	await subscribeWith(client, context);
}

async function subscribeWith(
	client: Client,
	context: IHookFunctions | IWebhookFunctions,
): Promise<{ readonly id: string; readonly credential: Credential }> {
	const filter = readServiceFilter(context);
	const burst = readBurstSeconds(context);
	const address = toSecretAddress(context);
	const { secret, credential } = await readAccess(context, address);
	const url = context.getNodeWebhookUrl('default')!;
	const { id } = await client.webhook
		.create({
			url,
			events: readEvents(context),
			...(filter && { filter }),
			...(burst !== undefined && { burst_seconds: burst }),
			secret,
			...(context.getMode() === 'manual' && { expires_at: inMs(testMs) }),
		})
		.catch((error: unknown) => {
			throw explainUrl(context.getNode(), error, { url, what: 'events' });
		});
	if (context.getMode() === 'manual') return { id, credential };
	const stored = loadSubscription(context);
	const formerId = stored?.webhookId === id ? stored.formerId : stored?.webhookId;
	const isLeft = formerId !== undefined && (await isTested(client, formerId));
	const subscription: Subscription = { address, webhookId: id, ...(isLeft && { formerId }) };
	context.getWorkflowStaticData('node').subscription = subscription;
	return { id, credential };
}

/**
 * Lets the service test the webhook with the former address of n8n. A copy of the database names the
 * webhook of the original, so only the n8n that gets the test ends the webhook, in `endFormer`.
 */
async function isTested(client: Client, id: string): Promise<boolean> {
	try {
		await client.webhook.test({ id });
		return true;
	} catch (error) {
		return !isNotFound(error);
	}
}

/** Ends the webhook with the former address of this n8n, which still reaches it. */
export async function endFormer(context: IWebhookFunctions, testedId: string): Promise<void> {
	const { formerId, ...subscription } = loadSubscription(context) ?? {};
	if (formerId === undefined || formerId !== testedId) return;
	try {
		await endSubscription(createClient(await n8nHost(context, budgets.hook)), formerId);
		context.getWorkflowStaticData('node').subscription = subscription;
	} catch (error) {
		const { name } = context.getNode();
		context.logger.warn(`${name} could not end a former webhook: ${(error as Error).message}`);
	}
}

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
export async function unsubscribe(context: IHookFunctions): Promise<void> {
	const url = context.getNodeWebhookUrl('default')!;
	if (endTest(context, url)) return;
	await asHook(context, (client) => endLater(client, url));
}

async function endLater(client: Client, url: string): Promise<void> {
	const [webhook] = (await client.webhook.list({ url })).data;
	if (!webhook) return;
	const { id, expires_at } = webhook;
	// This may be the test of another process. Only the subscription of a test has a later end.
	// n8n repeats this if it fails, and after an unsuccessful publication.
	if (expires_at !== null && Date.parse(expires_at) <= Date.now() + gapMs) return;
	if (expires_at !== null) return endSubscription(client, id);
	await client.webhook.update({ id, expires_at: inMs(gapMs) }).catch(async (error: unknown) => {
		// If the clock of n8n is slow, the service rejects this time.
		if (error instanceof ApiError && error.field === 'expires_at')
			await endSubscription(client, id);
		else if (!isNotFound(error)) throw error;
	});
}

/** n8n shows only the message of an error from a hook, so the message must also say what to do. */
async function asHook(
	context: IHookFunctions,
	work: (client: Client) => Promise<void>,
): Promise<void> {
	try {
		await work(createClient(await n8nHost(context, budgets.hook)));
	} catch (error) {
		const nodeError = toNodeError(context.getNode(), error, { fields: filterFields });
		addAdvice(nodeError);
		throw nodeError;
	}
}
