import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import {
	ApiError,
	createClient,
	sendMany,
	type Client,
	type Sending,
} from '@textloom/shared/client';
import { createResolver } from '@textloom/shared/connector/deduplicate';
import { requireAnswerableSender } from '@textloom/shared/connector/replies';
import { contract, type Message } from '@textloom/shared/contract';
import type { Action } from '../operations/actions.ts';
import { loadAttempts } from '../execute/attempts.ts';
import { toNodeError } from '../connection/errors.ts';
import { failedItem } from '../execute/errorItem.ts';
import { budgets, n8nHost } from '../connection/host.ts';
import { toOutput } from '../operations/output.ts';
import { createDraft, createQuestion, createItemError, type Draft } from './createDraft.ts';
import { createFailures, type Failed, type Failures } from './failures.ts';
import { toWaitOutput } from './outcomes.ts';
import type { Question, Questions } from './pendingQuestion.ts';
import { createReader } from '../execute/reader.ts';
import { awaitReply, requireDeliverable, rethrowSent } from './replySubscription.ts';
import { requireDistinct } from './requireDistinct.ts';
import { readRequest } from '../execute/request.ts';
import { toSending } from '../execute/toSending.ts';
import { suspend } from './suspend.ts';
import { waitOperation, type WaitInput } from './waitOperation.ts';

/** One webhook gets the replies to all questions. */
const maxItems = contract.webhook.create.input.properties.filter.properties.message_id.maxItems;

type Asked = Question | Failed;

/**
 * Sends the questions of several items in one request, and lets the execution wait for the replies. An
 * execution waits once, so all items continue together. If a request for all of them fails, such as the
 * one to send, every item fails: n8n would otherwise return the input, as if the node had succeeded.
 */
export async function askMany(
	context: IExecuteFunctions,
	actions: readonly Action[],
): Promise<INodeExecutionData[][]> {
	const fields = actions.find(({ operation }) => operation === waitOperation)?.fields;
	const failures = createFailures(context, fields);
	const items: Asked[] = [];
	/** Returns the output of all items: why each one failed, or else the error of a request for all. */
	const failAll = (error?: unknown) =>
		context.getInputData().map((_, item) => {
			const one = items[item];
			const { failed } = one && 'failed' in one ? one : failures.failedAt(item, error);
			return failedItem(context.getNode(), failed, item);
		});
	try {
		const { drafts, waitFor } = readDrafts(context, actions, failures);
		const client = createClient(await n8nHost(context, budgets.run));
		const messages = await send(context, client, drafts, failures);
		items.push(...createQuestions(context, drafts, messages, failures));
		const asked = items.flatMap((one) => ('failed' in one ? [] : [one]));
		const [first, ...others] = asked.map(({ message }) => message.id);
		if (first === undefined) return [failAll()];

		const until = new Date(Math.max(...asked.map((one) => Date.parse(one.until)))).toISOString();
		const questions: Questions = { id: first, waitFor, until, items };
		await awaitReply(context, client, questions, [first, ...others]).catch(rethrowSent);
		await suspend(context, questions, toWaitOutput(context.getNode(), questions));
		loadAttempts(context).end(true);
		// n8n discards the output of a node that waits. But it runs the node again if an item has an error.
		const sent = messages.flatMap((message, item) =>
			'failed' in message ? [] : [{ json: toOutput({ ...message }), pairedItem: { item } }],
		);
		return [sent];
	} catch (error) {
		if (!context.continueOnFail()) throw toNodeError(context.getNode(), error, { fields });
		return [failAll(error)];
	}
}

const createQuestions = (
	context: IExecuteFunctions,
	drafts: readonly (Draft | Failed)[],
	messages: readonly (Message | Failed)[],
	{ failedAt }: Failures,
): Asked[] =>
	messages.map((message, item) => {
		if ('failed' in message) return message;
		try {
			return createQuestion(context, drafts[item] as Draft, message);
		} catch (error) {
			return failedAt(item, error);
		}
	});

/** Checks all items before the first text is sent. */
function readDrafts(
	context: IExecuteFunctions,
	actions: readonly Action[],
	{ failedAt }: Failures,
): { readonly drafts: (Draft | Failed)[]; readonly waitFor: Questions['waitFor'] } {
	const count = context.getInputData().length;
	if (count > maxItems) {
		throw createItemError(
			context,
			`'Send and Wait for Reply' accepts at most ${maxItems} items, and received ${count}`,
			{ description: "Add a 'Loop Over Items' node before this node." },
		);
	}
	const read = createReader(context);
	const wanted: Questions['waitFor'][] = [];
	const asked: Draft['text'][] = [];
	const drafts = context.getInputData().map((_, item) => {
		try {
			const input = readRequest(context, read, actions, item).input as WaitInput;
			wanted.push(input.wait_for ?? 'all');
			const draft = createDraft(context, input, item);
			requireDistinct(context, asked, draft.text, item);
			asked.push(draft.text);
			return draft;
		} catch (error) {
			return failedAt(item, error);
		}
	});
	const [waitFor = 'all'] = wanted;
	return { drafts, waitFor };
}

/** Sends the texts that no earlier attempt sent, and returns the message or the failure of each item. */
async function send(
	context: IExecuteFunctions,
	client: Client,
	drafts: readonly (Draft | Failed)[],
	{ failedAt, refused }: Failures,
): Promise<(Message | Failed)[]> {
	const attempts = loadAttempts<Message>(context);
	const signal = context.getExecutionCancelSignal();
	const due = drafts.flatMap((draft, item) =>
		'failed' in draft || attempts.done[item] ? [] : [{ item, draft }],
	);
	const problems = new Map<number, ApiError>();
	if (due.length > 0) {
		await requireDeliverable(context, client);
		const byDefault = due.find(({ draft }) => draft.text.from === undefined);
		if (byDefault) await requireAnswerableSender(client, byDefault.draft.text);
		const sendings: Sending[] = [];
		const resolve = createResolver(client);
		for (const { item, draft } of due) {
			const sending = { input: draft.text, key: attempts.deriveKey(item) };
			sendings.push(await toSending(resolve, sending, draft.ownKey));
		}
		const results = await sendMany(client, sendings, signal && { signal });
		results.forEach((result, index) => {
			const { item } = due[index]!;
			if (result instanceof ApiError) problems.set(item, result);
			else attempts.done[item] = [{ ...result }];
		});
	}
	return drafts.map((draft, item) => {
		if ('failed' in draft) return draft;
		const problem = problems.get(item);
		if (!problem) return attempts.done[item]![0]!;
		// A retry sends only the rest. If the execution stopped instead, nobody would get
		// the replies to the questions that were sent.
		const isOpen = problem.retryable || problem.mayHaveRun;
		const mayStop = isOpen || Object.keys(attempts.done).length === 0;
		return mayStop || context.continueOnFail()
			? failedAt(item, problem, draft.ownKey !== undefined)
			: refused(draft, problem);
	});
}
