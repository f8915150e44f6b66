import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import {
	ApiError,
	batchesOf,
	call,
	createClient,
	paginate,
	sendMany,
	type Host,
	type Sending,
} from '@textloom/shared/client';
import { contract, type Message } from '@textloom/shared/contract';
import type { Action } from '../operations/actions.ts';
import { attemptsOf, type Attempts } from './attempts.ts';
import { toNodeError } from '../connection/errors.ts';
import { createTally } from './hints.ts';
import { budgets, n8nHost } from '../connection/host.ts';
import { simplified, toOutput } from '../operations/output.ts';
import { pool } from './pool.ts';
import { readerOf, type Read } from './reader.ts';
import { requestOf, type Request } from './request.ts';

const requestsAtOnce = 5;
const largestPage = 100;

/** What became of an item. */
type Outcome =
	| { readonly item: number; readonly output: IDataObject[] }
	| { readonly item: number; readonly failure: unknown };

interface Run {
	readonly host: Host;
	readonly attempts: Attempts;
	readonly signal: AbortSignal | undefined;
	/** Of every item: what it asks for, why it cannot be asked for, or nothing where it is done. */
	readonly requests: readonly (Request | Error | undefined)[];
	readonly tally: ReturnType<typeof createTally>;
}

/**
 * Runs the chosen operation for every item. The parameters of all items are checked before the first
 * request, so that a bad row stops a run before a text is sent. Many texts travel in one request.
 */
export async function executeItems(
	context: IExecuteFunctions,
	actions: readonly Action[],
): Promise<INodeExecutionData[][]> {
	const count = context.getInputData().length;
	const attempts = attemptsOf(context);
	const read = readerOf(context);
	const requests = Array.from({ length: count }, (_, item) =>
		attempts.done[item] ? undefined : prepared(context, read, actions, item),
	);
	const run: Run = {
		host: await n8nHost(context, budgets.run),
		attempts,
		signal: context.getExecutionCancelSignal(),
		requests,
		tally: createTally(),
	};

	const results: INodeExecutionData[][] = [];
	const groups = groupsOf(run);
	await pool(groups.length, requestsAtOnce, async (index) => {
		const outcomes = await perform(run, groups[index]!);
		// All that went well is written down before the first failure ends the attempt.
		for (const outcome of outcomes) {
			if (!('output' in outcome)) continue;
			const { item, output } = outcome;
			attempts.done[item] = output;
			results[item] = output.map((json) => ({ json, pairedItem: { item } }));
		}
		for (const outcome of outcomes) {
			if ('output' in outcome) continue;
			const { item, failure } = outcome;
			const request = requests[item];
			const fields = request instanceof Error ? undefined : request?.action.fields;
			const nodeError = toNodeError(context.getNode(), failure, { fields, itemIndex: item });
			if (!context.continueOnFail()) throw nodeError;
			results[item] = [errorItem(nodeError, item)];
		}
	});
	const output = results.flat();
	const again = context.getNode().retryOnFail && output.some(({ json }) => json.error);
	if (!again) attempts.forget();
	context.addExecutionHints(...run.tally.hints());
	return [output];
}

/** The request of an item; or, where the workflow goes on without it, why there is none. */
function prepared(
	context: IExecuteFunctions,
	read: Read,
	actions: readonly Action[],
	item: number,
): Request | Error {
	try {
		return requestOf(context, read, actions, item);
	} catch (error) {
		if (!context.continueOnFail()) throw error;
		return error as Error;
	}
}

/** The items by the request that they travel in; the groups in the order of their first items. */
function groupsOf(run: Run): number[][] {
	const { requests } = run;
	const texts = textsAmong(run, [...requests.keys()]);
	const together = batchesOf(texts).map((batch) => batch.map((index) => texts[index]!.item));
	const alone = requests.flatMap((request, item) => (isText(request) ? [] : [[item]]));
	return [...together, ...alone].sort(([a], [b]) => a! - b!);
}

/** Those of the items that are texts to be sent. */
const textsAmong = ({ requests, attempts }: Run, items: readonly number[]) =>
	items.flatMap((item) => {
		const request = requests[item];
		return isText(request) ? [{ item, input: request.input, key: attempts.keyOf(item) }] : [];
	});

const isText = (
	request: Request | Error | undefined,
): request is Request & Pick<Sending, 'input'> =>
	request !== undefined &&
	!(request instanceof Error) &&
	request.action.operation === contract.message.send;

async function perform(run: Run, items: readonly number[]): Promise<Outcome[]> {
	try {
		run.signal?.throwIfAborted();
		return items.length > 1
			? await sendTogether(run, items)
			: [{ item: items[0]!, output: await performOne(run, items[0]!) }];
	} catch (failure) {
		return items.map((item) => ({ item, failure }));
	}
}

async function sendTogether(run: Run, items: readonly number[]): Promise<Outcome[]> {
	const { host, signal, requests } = run;
	const texts = textsAmong(run, items);
	const answers = await sendMany(createClient(host), texts, signal && { signal });
	return answers.map((answer, index) => {
		const item = items[index]!;
		if (answer instanceof ApiError) return { item, failure: answer };
		return { item, output: [shown(run, requests[item] as Request, answer)] };
	});
}

async function performOne(run: Run, item: number): Promise<IDataObject[]> {
	const { host, attempts, signal } = run;
	const request = run.requests[item];
	if (request === undefined) return attempts.done[item]!;
	if (request instanceof Error) throw request;
	const { action, input, limit } = request;
	const { operation, gives } = action;
	const options = { idempotencyKey: attempts.keyOf(item), ...(signal && { signal }) };
	const asked = { ...input, limit: Math.min(limit, largestPage) };
	if (gives === 'one') {
		const output = await call(host, operation, input, options);
		if (output === undefined) return [{ [action.words.done ?? 'success']: true }];
		return [shown(run, request, output as IDataObject)];
	}
	const page = (query: Record<string, unknown>) =>
		call(host, operation, query, options) as Promise<Page>;
	if (gives === 'some')
		return (await page(asked)).data.map((one) => shown(run, request, one)).slice(0, limit);
	const found: IDataObject[] = [];
	for await (const one of paginate(page, asked)) {
		found.push(shown(run, request, one));
		if (found.length >= limit) break;
	}
	return found;
}

interface Page {
	readonly data: IDataObject[];
	readonly next_cursor: string | null;
}

/** An object of the API as the workflow gets it. */
function shown({ tally }: Run, request: Request, object: IDataObject | Message): IDataObject {
	if (isText(request)) tally.count(object as Message);
	const { action, simplify } = request;
	const whole = object as IDataObject;
	return toOutput(simplify && action.result ? simplified(action.result, whole) : whole);
}

/**
 * What an item that failed leaves behind. n8n tells it from a result, and takes it to the error
 * output, by its keys: there may be no others than `error`, `message` and `details`. Before 2.36 it
 * knew no `details`, only an `error` beside `json`, which in the end takes the place of `json`. A
 * property that is not enumerated is seen, and left out of the copy on the error output.
 */
export function errorItem(
	nodeError: ReturnType<typeof toNodeError>,
	item: number,
): INodeExecutionData {
	const { message, description, context } = nodeError;
	const details = { ...(context.data as object), remedy: description ?? null };
	const failed = { json: { error: message, details }, pairedItem: { item } };
	return nodeError.node.onError === 'continueErrorOutput'
		? Object.defineProperty(failed, 'error', { value: nodeError, writable: true })
		: failed;
}
