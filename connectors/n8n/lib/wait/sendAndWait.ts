import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { call, createClient } from '@textloom/shared/client';
import { createResolver } from '@textloom/shared/connector/deduplicate';
import { requireAnswerableSender } from '@textloom/shared/connector/replies';
import { contract, type Message } from '@textloom/shared/contract';
import type { Action } from '../operations/actions.ts';
import { toNodeError } from '../connection/errors.ts';
import { errorItem } from '../execute/errorItem.ts';
import { budgets, n8nHost } from '../connection/host.ts';
import { toOutput } from '../operations/output.ts';
import { askMany } from './askMany.ts';
import { createDraft, createItemError, createQuestion } from './createDraft.ts';
import { createReader } from '../execute/reader.ts';
import { awaitReply, requireDeliverable, rethrowSent } from './replySubscription.ts';
import { endWithoutDecision } from './replyTo.ts';
import { readRequest, type Request } from '../execute/request.ts';
import { suspend } from './suspend.ts';
import { toSending } from '../execute/toSending.ts';
import { attemptsAt } from '../execute/toolAttempts.ts';
import { isDirect } from '../execute/toolContext.ts';
import type { WaitInput } from './waitOperation.ts';

const pairedItem = { item: 0 };

/**
 * Sends a text and lets the execution wait until `receiveReply` resumes it, or until n8n resumes it at
 * the end of the time limit.
 */
export async function sendAndWait(
	context: IExecuteFunctions,
	actions: readonly Action[],
): Promise<INodeExecutionData[][]> {
	if (context.getInputData().length > 1) return await askMany(context, actions);
	let request: Request | undefined;
	try {
		request = readRequest(context, createReader(context), actions, 0);
		requireWaitable(context);
		const message = await ask(context, request.input as WaitInput);
		return [[{ json: toOutput({ ...message }), pairedItem }]];
	} catch (error) {
		const fields = request?.action.fields;
		const hasOwnKey = request?.input.deduplication_key !== undefined;
		const place = { fields, hasOwnKey, itemIndex: 0 };
		const nodeError = toNodeError(context.getNode(), error, place);
		if (!context.continueOnFail()) throw nodeError;
		return [[errorItem(nodeError, 0)]];
	}
}

/** n8n does not let an execution wait while a tool is called directly, so nobody would get the reply. */
function requireWaitable(context: IExecuteFunctions): void {
	if (!isDirect(context)) return;
	throw createItemError(
		context,
		"As a tool, 'Send and Wait for Reply' needs an AI Agent of version 3 or later; nothing was sent",
		{
			description:
				"Replace the agent with a new 'AI Agent' node. A client of an 'MCP Server Trigger' can use 'Send', but cannot wait for the reply.",
		},
	);
}

async function ask(context: IExecuteFunctions, input: WaitInput): Promise<Message> {
	const draft = createDraft(context, input);
	const host = await n8nHost(context, budgets.run);
	const client = createClient(host);
	await requireDeliverable(context, client);
	const attempts = attemptsAt<Message>(context);
	let isOver = false;
	try {
		const signal = context.getExecutionCancelSignal();
		if (!attempts.done[0]) await requireAnswerableSender(client, draft.text);
		const send = async () => {
			const sending = { input: draft.text, key: attempts.deriveKey(0, draft.text) };
			const { input, key } = await toSending(createResolver(client), sending, draft.ownKey);
			return (await call(host, contract.message.send, input, {
				idempotencyKey: key,
				...(signal && { signal }),
			})) as Message;
		};
		const message = attempts.done[0]?.[0] ?? (await send());
		attempts.done[0] = [{ ...message }];
		const question = createQuestion(context, draft, message);
		const { id } = message;
		await awaitReply(context, client, { id, until: question.until }, [id]).catch(rethrowSent);
		await suspend(context, question, [{ json: endWithoutDecision(question), pairedItem }]);
		isOver = true;
		return message;
	} finally {
		attempts.end(isOver);
	}
}
