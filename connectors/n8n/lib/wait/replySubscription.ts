import { NodeOperationError, type IExecuteFunctions, type IWebhookFunctions } from 'n8n-workflow';
import { ApiError, type Client } from '@textloom/shared/client';
import { checkWebhook, replyEvents } from '@textloom/shared/connector/replies';
import type { EventType } from '@textloom/shared/contract';
import { explainUrl } from '../connection/explainUrl.ts';
import { replyAddress, readAccess } from '../connection/secret.ts';

/** The service reports the end of a wait with this event, to the subscription that asks for it. */
const expired = 'webhook.expired' satisfies EventType;
/** The service keeps a subscription for this time after its use, because the clocks may differ. */
const slackMs = 3_600_000;
/** After a wait, the service keeps it for this time, for a few attempts at a delivery. */
const graceMs = 900_000;
const expiryAfter = (time: number): string => new Date(time + slackMs).toISOString();

/**
 * Returns the address that resumes the execution. Each message has a separate one, so that no
 * subscription replaces another. It names the wait, because a later pass of a loop has the same address
 * otherwise. Throws if n8n is too old for it, which the check before the first text finds out.
 */
function createResumeUrl(
	context: IExecuteFunctions | IWebhookFunctions,
	wait: string,
	message: string,
): string {
	const host: Partial<Pick<IExecuteFunctions, 'getSignedResumeUrl'>> = context;
	const url = host.getSignedResumeUrl?.({ message, wait });
	if (url !== undefined) return url;
	throw new NodeOperationError(
		context.getNode(),
		"'Send and Wait for Reply' needs n8n 1.107 or later, so nothing was sent",
		{ description: 'Update n8n. This operation is the only one that needs a later version.' },
	);
}

/**
 * Checks that the service accepts the address of this n8n before the node sends a text. Otherwise, the
 * reply to the text could not be delivered.
 */
export async function requireDeliverable(
	context: IExecuteFunctions,
	client: Client,
): Promise<void> {
	const url = createResumeUrl(context, 'none', 'none');
	try {
		await checkWebhook(client, url);
	} catch (error) {
		throw explainUrl(context.getNode(), error, {
			url,
			what: 'replies',
			effect: ', so nothing was sent',
			itemIndex: 0,
		});
	}
}

/**
 * Subscribes to the replies to messages, and with the first of them to the end of the wait. The service
 * also delivers replies that have already arrived.
 *
 * @param wait the ID that the secret is derived from and the address contains, and the end of the wait
 */
export async function awaitReply(
	context: IExecuteFunctions | IWebhookFunctions,
	client: Client,
	wait: { readonly id: string; readonly until: string },
	messageIds: readonly [string, ...string[]],
): Promise<void> {
	const isMain = messageIds[0] === wait.id;
	const until = Date.parse(wait.until);
	const { secret } = await readAccess(context, replyAddress(wait.id));
	const subscription = {
		url: createResumeUrl(context, wait.id, messageIds[0]),
		events: [...replyEvents, ...(isMain ? [expired] : [])],
		filter: { message_id: [...messageIds] },
		secret,
	};
	const subscribe = (expires_at: string) => client.webhook.create({ ...subscription, expires_at });
	await subscribe(isMain ? wait.until : expiryAfter(until)).catch(async (error: unknown) => {
		// The clock of n8n is slow, or the wait is over and the API key has changed.
		if (!(error instanceof ApiError) || error.field !== 'expires_at') throw error;
		await subscribe(expiryAfter(Math.max(until, Date.now())));
	});
}

/** Throws an error of `awaitReply` that says that the text was sent, so that nobody sends it again. */
export function rethrowSent(error: unknown): never {
	if (!(error instanceof ApiError)) throw error;
	const { code, status, remedy, requestId, retryAfter, retryable } = error;
	throw new ApiError({
		message: `The text was sent, but the workflow cannot wait for its reply. ${error.message}`,
		code,
		status,
		remedy,
		retryable,
		...(requestId !== undefined && { requestId }),
		...(retryAfter !== undefined && { retryAfter }),
		cause: error.cause,
	});
}

/**
 * Lets the service end the subscription to the replies to a message, because the wait is over. It ends
 * later, so that the service can retry if n8n fails to continue.
 */
export async function endAwaiting(
	context: IWebhookFunctions,
	client: Client,
	wait: string,
	messageId: string,
): Promise<void> {
	const url = createResumeUrl(context, wait, messageId);
	const [found] = (await client.webhook.list({ url })).data;
	if (!found) return;
	const expires_at = new Date(Date.now() + graceMs).toISOString();
	const events = found.events.filter((type) => type !== expired);
	const isOver = events.length === 0;
	await client.webhook.update({ id: found.id, expires_at, ...(!isOver && { events }) });
}
