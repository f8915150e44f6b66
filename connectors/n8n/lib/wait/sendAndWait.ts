import { NodeOperationError, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';
import { call, createClient } from '@textloom/shared/client';
import { contract, type Message } from '@textloom/shared/contract';
import type { Action } from '../operations/actions.ts';
import { attemptsOf } from '../execute/attempts.ts';
import { toNodeError } from '../connection/errors.ts';
import { errorItem } from '../execute/execute.ts';
import { budgets, n8nHost } from '../connection/host.ts';
import { toOutput } from '../operations/output.ts';
import { savePendingQuestion, type Question } from './pendingQuestion.ts';
import { readerOf } from '../execute/reader.ts';
import { awaitReply, requireDeliverable } from './replySubscription.ts';
import { outcomeOf } from './replyTo.ts';
import { requestOf, type Request } from '../execute/request.ts';
import type { WaitInput } from './waitOperation.ts';

const pairedItem = { item: 0 };

/**
 * Sends a text and lets the execution wait until `receiveReply` resumes it, or until n8n resumes it at
 * the end of the time limit. An execution waits in one place at a time, so there is one item.
 */
export async function sendAndWait(
	context: IExecuteFunctions,
	actions: readonly Action[],
): Promise<INodeExecutionData[][]> {
	let request: Request | undefined;
	try {
		requireOneItem(context);
		request = requestOf(context, readerOf(context), actions, 0);
		const message = await ask(context, request.input as WaitInput);
		return [[{ json: toOutput({ ...message }), pairedItem }]];
	} catch (error) {
		const fields = request?.action.fields;
		const nodeError = toNodeError(context.getNode(), error, { fields, itemIndex: 0 });
		if (!context.continueOnFail()) throw nodeError;
		return [context.getInputData().map((_, item) => errorItem(nodeError, item))];
	}
}

const wordsOf = (written = ''): string[] =>
	written
		.split(',')
		.map((word) => word.trim())
		.filter((word) => word !== '');

async function ask(context: IExecuteFunctions, input: WaitInput): Promise<Message> {
	const { response_type, approve_words, decline_words, ask_again, limit_wait_time, ...text } =
		input;
	const approval =
		response_type === 'freeText'
			? undefined
			: {
					approve: wordsOf(approve_words),
					decline: wordsOf(decline_words),
					askAgain: ask_again,
				};
	if (approval?.approve.length === 0) throw refusal(context, "'Approve Words' is empty");
	const start = Math.max(Date.now(), Date.parse(text.send_at ?? '') || 0);
	if (!(endOf(limit_wait_time, start) > start))
		throw refusal(
			context,
			`'Max Date and Time' is not ${text.send_at === undefined ? 'in the future' : "after 'Send At'"}`,
		);
	requireAnswerable(context, text.from);

	const host = await n8nHost(context, budgets.run);
	const client = createClient(host);
	await requireDeliverable(context, client);
	const attempts = attemptsOf(context);
	const signal = context.getExecutionCancelSignal();
	const message = (attempts.done[0]?.[0] ??
		(await call(host, contract.message.send, text, {
			idempotencyKey: attempts.keyOf(0),
			...(signal && { signal }),
		}))) as Message;
	attempts.done[0] = [{ ...message }];
	requireAnswerable(context, message.from);

	const { id, to, from, purpose } = message;
	const sentAt = message.send_at === null ? Date.now() : Date.parse(message.send_at);
	const until = new Date(endOf(limit_wait_time, sentAt));
	const question: Question = {
		message: { id, to, from, purpose, text: message.text },
		...(approval && { approval }),
		until: until.toISOString(),
	};
	await awaitReply(context, client, question);
	savePendingQuestion(context, question);
	// After the time limit, n8n continues with the input of the node.
	context.getExecuteData().data.main = [
		[{ json: outcomeOf(question, { timed_out: true }), pairedItem }],
	];
	await context.putExecutionToWait(until);
	attempts.forget();
	return message;
}

const unitMs = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 } as const;

/**
 * Returns the end of the wait in milliseconds since the epoch. An interval begins when the text is
 * sent.
 */
function endOf(limit: WaitInput['limit_wait_time'] = {}, sentAt: number): number {
	const { limit_type, resume_amount = 24, resume_unit = 'hours', max_date_and_time } = limit;
	return limit_type === 'atSpecifiedTime'
		? Date.parse(max_date_and_time ?? '')
		: sentAt + resume_amount * unitMs[resume_unit];
}

function requireOneItem(context: IExecuteFunctions): void {
	const count = context.getInputData().length;
	if (count <= 1) return;
	throw refusal(
		context,
		`'Send and Wait for Reply' accepts one item at a time, and received ${count}`,
		"To ask for each item, add a 'Loop Over Items' node before this node. To ask once, turn on 'Execute Once' in the settings of this node.",
	);
}

function requireAnswerable(context: IExecuteFunctions, from: string | undefined): void {
	if (from === undefined || !/\p{L}/u.test(from)) return;
	throw refusal(
		context,
		"'From' is a name, and nobody can reply to a name",
		'Choose one of your numbers.',
	);
}

const refusal = (
	context: IExecuteFunctions,
	message: string,
	description = 'Fill it in, or check its expression.',
) => new NodeOperationError(context.getNode(), message, { description, itemIndex: 0 });
