import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import {
	ApiError,
	createClient,
	sendMany,
	type CallOptions,
	type Client,
	type Sending,
} from '@textloom/shared/client';
import { createResolver } from '@textloom/shared/connector/deduplicate';
import { contract, type Input, type Message } from '@textloom/shared/contract';
import { toNodeError } from '../connection/errors.ts';
import { budgets, n8nHost } from '../connection/host.ts';
import type { Attempts } from '../execute/attempts.ts';
import { failedItem } from '../execute/errorItem.ts';
import { createReader } from '../execute/reader.ts';
import { readRequest, type Request } from '../execute/request.ts';
import { attemptsAt } from '../execute/toolAttempts.ts';
import type { Action } from '../operations/actions.ts';
import { toOutput } from '../operations/output.ts';
import { createItemError } from './createItemError.ts';
import { endIfOver } from './endIfOver.ts';
import { createFailures, type Failed, type Failures, type Refusal } from './failures.ts';
import type { Goal } from './goal.ts';
import type { Limit } from './limitWaitTime.ts';
import type { Pending } from './pending.ts';
import { awaitEvents, requireDeliverable, rethrowSent } from './subscription.ts';
import { requireWaitable, suspend } from './suspend.ts';
import { toSending } from './toSending.ts';

/** One webhook gets the events of all messages. */
const maxItems = contract.webhook.create.input.properties.filter.properties.message_id.maxItems;

/** A text to send, and how long to wait. */
export interface WaitDraft {
	readonly text: Input<(typeof contract)['message']['send']>;
	/** The Deduplication Key of the user. */
	readonly ownKey: string | undefined;
	readonly limit: Limit;
}

/** A sent message whose events an execution waits for. */
interface Awaited {
	readonly message: { readonly id: string };
	/** The time when the wait ends, in RFC 3339. */
	readonly until: string;
}

/** Describes one of the operations that send and wait. */
export interface WaitPlan<D extends WaitDraft, A extends Awaited> {
	readonly goal: Goal;
	/** Reads an item, and throws if nothing can come of its text. */
	readonly readDraft: (request: Request, item: number) => D;
	/** Throws if the service would send one of the drafts in vain. */
	readonly check?: (client: Client, drafts: readonly D[]) => Promise<void>;
	/** Throws if nothing can come of the message. */
	readonly toAwaited: (draft: D, message: Message) => A;
	/** Returns the output of a text that the service refused, like one that did not arrive. */
	readonly toRefused: (draft: D, refusal: Refusal) => IDataObject;
	readonly begin: (
		wait: { readonly id: string; readonly until: string },
		items: readonly (A | Failed)[],
	) => Beginning;
}

/** Describes the beginning of a wait. */
interface Beginning {
	readonly pending: Pending;
	/** The output if the service does not report the end of the wait. */
	readonly atLimit: INodeExecutionData[];
	/** Returns the output if the wait is already over. */
	readonly findEnd?: (client: Client) => Promise<INodeExecutionData[] | undefined>;
}

/**
 * Sends the texts of all items in one request, and lets the execution wait. An execution waits once, so
 * all items continue together. If a request for all of them fails, such as the one to send, every item
 * fails: n8n would otherwise return the input, as if the node had succeeded.
 */
export async function waitMany<D extends WaitDraft, A extends Awaited>(
	context: IExecuteFunctions,
	actions: readonly Action[],
	plan: WaitPlan<D, A>,
): Promise<INodeExecutionData[][]> {
	const { goal } = plan;
	const fields = actions.find(({ words }) => words.value === goal.value)?.fields;
	const failures = createFailures(context, fields);
	const attempts = attemptsAt<Message>(context);
	let isOver = false;
	const items: (A | Failed)[] = [];
	/** Returns the output of all items: why each one failed, or else the error of a request for all. */
	const failAll = (error?: unknown) =>
		context.getInputData().map((_, item) => {
			const one = items[item];
			const { failed } = one && 'failed' in one ? one : failures.failedAt(item, error);
			return failedItem(context.getNode(), failed, item);
		});
	try {
		const drafts = readDrafts(context, actions, plan, failures);
		requireWaitable(context, goal);
		const client = createClient(await n8nHost(context, budgets.run));
		const messages = await send(context, client, plan, attempts, drafts, failures);
		items.push(...listAwaited(plan, drafts, messages, failures));
		const awaited = items.flatMap((one) => ('failed' in one ? [] : [one]));
		// Items with the same Deduplication Key share a message.
		const [id, ...others] = new Set(awaited.map(({ message }) => message.id));
		if (id === undefined) return [failAll()];

		const until = new Date(Math.max(...awaited.map((one) => Date.parse(one.until)))).toISOString();
		const { pending, atLimit, findEnd } = plan.begin({ id, until }, items);
		const webhook = await awaitEvents(context, client, goal, { id, until }, [id, ...others]).catch(
			rethrowSent(goal),
		);
		const end = findEnd && (await endIfOver(client, webhook, findEnd));
		if (end) {
			isOver = !context.getNode().retryOnFail || !end.some(({ json }) => json.error);
			return [end];
		}
		await suspend(context, pending, atLimit);
		isOver = true;
		// n8n discards the output of a node that waits. But it runs the node again if an item has an error.
		const sent = messages.flatMap((message, item) =>
			'failed' in message ? [] : [{ json: toOutput({ ...message }), pairedItem: { item } }],
		);
		return [sent];
	} catch (error) {
		const only = context.getInputData().length === 1 ? { itemIndex: 0 } : {};
		if (!context.continueOnFail()) throw toNodeError(context.getNode(), error, { fields, ...only });
		return [failAll(error)];
	} finally {
		attempts.end(isOver);
	}
}

const listAwaited = <D extends WaitDraft, A extends Awaited>(
	plan: WaitPlan<D, A>,
	drafts: readonly (D | Failed)[],
	messages: readonly (Message | Failed)[],
	{ failedAt }: Failures,
): (A | Failed)[] =>
	messages.map((message, item) => {
		if ('failed' in message) return message;
		try {
			return plan.toAwaited(drafts[item] as D, message);
		} catch (error) {
			return failedAt(item, error);
		}
	});

/** Checks all items before the first text is sent. */
function readDrafts<D extends WaitDraft, A extends Awaited>(
	context: IExecuteFunctions,
	actions: readonly Action[],
	{ goal, readDraft }: WaitPlan<D, A>,
	{ failedAt }: Failures,
): (D | Failed)[] {
	const count = context.getInputData().length;
	if (count > maxItems) {
		throw createItemError(
			context,
			`'${goal.name}' accepts at most ${maxItems} items, and received ${count}`,
			{ description: "Add a 'Loop Over Items' node before this node." },
		);
	}
	const read = createReader(context);
	return context.getInputData().map((_, item) => {
		try {
			return readDraft(readRequest(context, read, actions, item), item);
		} catch (error) {
			return failedAt(item, error);
		}
	});
}

/** Sends the text of a single item. The client repeats this request if the service is busy. */
const sendOne = (
	client: Client,
	{ input, key }: Sending,
	options: CallOptions | undefined,
): Promise<Message | ApiError> =>
	client.message.send(input, { ...options, idempotencyKey: key }).catch((error: unknown) => {
		if (error instanceof ApiError) return error;
		throw error;
	});

/** Sends the texts that no earlier attempt sent, and returns the message or the failure of each item. */
async function send<D extends WaitDraft, A extends Awaited>(
	context: IExecuteFunctions,
	client: Client,
	{ goal, check, toRefused }: WaitPlan<D, A>,
	attempts: Attempts<Message>,
	drafts: readonly (D | Failed)[],
	{ failedAt, toRefusal }: Failures,
): Promise<(Message | Failed)[]> {
	const signal = context.getExecutionCancelSignal();
	const due = drafts.flatMap((draft, item) =>
		'failed' in draft || attempts.done[item] ? [] : [{ item, draft }],
	);
	const problems = new Map<number, ApiError>();
	if (due.length > 0) {
		await requireDeliverable(context, client, goal);
		await check?.(
			client,
			due.map(({ draft }) => draft),
		);
		const sendings: Sending[] = [];
		const resolve = createResolver(client);
		for (const { item, draft } of due) {
			const sending = { input: draft.text, key: attempts.deriveKey(item, draft.text) };
			sendings.push(await toSending(resolve, sending, draft.ownKey));
		}
		const options = signal && { signal };
		const results =
			drafts.length === 1
				? [await sendOne(client, sendings[0]!, options)]
				: await sendMany(client, sendings, options);
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
		const hasOwnKey = draft.ownKey !== undefined;
		// A retry sends only the rest. If the execution stopped instead, nobody would get what came of
		// the texts that were sent.
		const isOpen = problem.retryable || problem.mayHaveRun;
		const mayStop = isOpen || Object.keys(attempts.done).length === 0;
		return mayStop || context.continueOnFail()
			? failedAt(item, problem, hasOwnKey)
			: { failed: toRefused(draft, toRefusal(problem, hasOwnKey)) };
	});
}
