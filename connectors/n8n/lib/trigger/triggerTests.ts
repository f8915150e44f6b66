import type { IHookFunctions } from 'n8n-workflow';
import { createClient, noneIfMissing, type Client } from '@textloom/shared/client';
import { budgets, createHost } from '../connection/host.ts';
import { lateTransport, type Credential } from '../connection/transport.ts';

/**
 * The tests that this process has begun, by URL. While a test ends, n8n keeps its whole state in the
 * list of tests, and copies it for each other test that begins or ends, which blocks n8n for a minute.
 * If the end fails, the state stays in the list. So a test ends without an error while n8n continues.
 */
const running = new Map<string, () => Promise<void>>();
const ending = new Map<string, Promise<void>>();

/** Remembers a test before it subscribes. The next test of a node has the same URL as the last one. */
export async function beginTest(url: string): Promise<void> {
	if (!running.has(url)) running.set(url, () => Promise.resolve());
	await ending.get(url);
}

/** Remembers how to end the subscription of a test. If the test has ended meanwhile, ends it now. */
export function keepTest(
	context: IHookFunctions,
	url: string,
	{ id, credential }: { readonly id: string; readonly credential: Credential },
): void {
	const client = createClient(createHost(lateTransport(context, credential), budgets.editor));
	const hasEnded = !running.has(url);
	running.set(url, () => endSubscription(client, id));
	if (hasEnded) endTest(context, url);
}

/** Lets a test of this process end. Returns false if there is none. */
export function endTest(context: IHookFunctions, url: string): boolean {
	const end = running.get(url);
	if (!end) return false;
	running.delete(url);
	const ended = Promise.resolve(ending.get(url))
		.then(end)
		.catch((error: unknown) => {
			// The subscription of a test also ends without this request.
			const { name } = context.getNode();
			context.logger.warn(`${name} could not end a test: ${(error as Error).message}`);
		})
		.finally(() => {
			if (ending.get(url) === ended) ending.delete(url);
		});
	ending.set(url, ended);
	return true;
}

/** Ends a subscription. If it has already ended, this does nothing. */
export const endSubscription = (client: Client, id: string): Promise<void> =>
	client.webhook.delete({ id }).catch(noneIfMissing);
