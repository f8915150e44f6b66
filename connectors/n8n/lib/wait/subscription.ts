import { NodeOperationError, type IExecuteFunctions, type IWebhookFunctions } from 'n8n-workflow';
import { ApiError, type Client } from '@textloom/shared/client';
import { checkWebhook } from '@textloom/shared/connector/replies';
import type { EventType } from '@textloom/shared/contract';
import { explainUrl } from '../connection/explainUrl.ts';
import { replyAddress, readAccess } from '../connection/secret.ts';
import { forReply, type Goal } from './goal.ts';

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
	goal: Goal,
	wait: string,
	message: string,
): string {
	const host: Partial<Pick<IExecuteFunctions, 'getSignedResumeUrl'>> = context;
	const url = host.getSignedResumeUrl?.({ message, wait });
	if (url !== undefined) return goal === forReply ? url : withToken(context, url);
	throw new NodeOperationError(
		context.getNode(),
		`'${goal.name}' needs n8n 1.107 or later, so nothing was sent`,
		{ description: 'Update n8n. Only the operations that wait need a later version.' },
	);
}

/**
 * Replaces the signature of a URL with the token of the execution. For `sendAndWait`, n8n checks the
 * signature. For any other operation, newer versions of n8n expect the token in the same parameter, and
 * older ones, which have no token, check nothing.
 */
function withToken(context: IExecuteFunctions | IWebhookFunctions, url: string): string {
	const own = new URL(context.evaluateExpression('{{ $execution.resumeUrl }}', 0) as string);
	const token = own.searchParams.get('signature');
	if (token === null) return url;
	const signed = new URL(url);
	signed.searchParams.set('signature', token);
	return signed.href;
}

/**
 * Checks that the service accepts the address of this n8n before the node sends a text. Otherwise, what
 * it waits for could not be delivered.
 */
export async function requireDeliverable(
	context: IExecuteFunctions,
	client: Client,
	goal: Goal,
): Promise<void> {
	const url = createResumeUrl(context, goal, 'none', 'none');
	try {
		await checkWebhook(client, url);
	} catch (error) {
		throw explainUrl(context.getNode(), error, {
			url,
			what: goal.delivered,
			effect: ', so nothing was sent',
			itemIndex: 0,
		});
	}
}

/**
 * Subscribes to the events of messages that can end the wait, and with the first message to the end of
 * the wait. The service also delivers earlier events.
 *
 * @param wait the ID that the secret is derived from and the address contains, and the end of the wait
 */
export async function awaitEvents(
	context: IExecuteFunctions | IWebhookFunctions,
	client: Client,
	goal: Goal,
	wait: { readonly id: string; readonly until: string },
	messageIds: readonly [string, ...string[]],
): Promise<{ readonly id: string }> {
	const isMain = messageIds[0] === wait.id;
	const until = Date.parse(wait.until);
	const { secret } = await readAccess(context, replyAddress(wait.id));
	const subscription = {
		url: createResumeUrl(context, goal, wait.id, messageIds[0]),
		events: [...goal.events, ...(isMain ? [expired] : [])],
		filter: { message_id: [...messageIds] },
		secret,
	};
	const subscribe = (expires_at: string) => client.webhook.create({ ...subscription, expires_at });
	return subscribe(isMain ? wait.until : expiryAfter(until)).catch((error: unknown) => {
		// The clock of n8n is slow, or the wait is over and the API key has changed.
		if (!(error instanceof ApiError) || error.field !== 'expires_at') throw error;
		return subscribe(expiryAfter(Math.max(until, Date.now())));
	});
}

/** Throws an error of `awaitEvents` that says that the text was sent, so that nobody sends it again. */
export const rethrowSent =
	({ awaited }: Goal) =>
	(error: unknown): never => {
		if (!(error instanceof ApiError)) throw error;
		const { code, status, remedy, requestId, retryAfter, retryable } = error;
		throw new ApiError({
			message: `The text was sent, but the workflow cannot wait for its ${awaited}. ${error.message}`,
			code,
			status,
			remedy,
			retryable,
			...(requestId !== undefined && { requestId }),
			...(retryAfter !== undefined && { retryAfter }),
			cause: error.cause,
		});
	};

/**
 * Lets the service end the subscription to the events of a message, because the wait is over. It ends
 * later, so that the service can retry if n8n fails to continue.
 */
export async function endAwaiting(
	context: IWebhookFunctions,
	client: Client,
	goal: Goal,
	wait: string,
	messageId: string,
): Promise<void> {
	const url = createResumeUrl(context, goal, wait, messageId);
	const [found] = (await client.webhook.list({ url })).data;
	if (!found) return;
	const expires_at = new Date(Date.now() + graceMs).toISOString();
	const events = found.events.filter((type) => type !== expired);
	const isOver = events.length === 0;
	await client.webhook.update({ id: found.id, expires_at, ...(!isOver && { events }) });
}
