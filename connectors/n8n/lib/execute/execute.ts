import type { IDataObject, IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';
import {
	ApiError,
	call,
	createClient,
	mostEmptyPages,
	paginate,
	sendMany,
	type Host,
	type Page,
	type Sending,
} from '@textloom/shared/client';
import { createResolver, sentSchema } from '@textloom/shared/connector/deduplicate';
import { forEachConcurrently } from '@textloom/shared/connector/forEachConcurrently';
import type { Message } from '@textloom/shared/contract';
import type { Action } from '../operations/actions.ts';
import { chooseKey, type Attempts } from './attempts.ts';
import { errorItem, failItems } from './errorItem.ts';
import { toNodeError } from '../connection/errors.ts';
import { findTarget } from './findTarget.ts';
import { isText } from './isText.ts';
import { groupItems, listTexts } from './batches.ts';
import { createTally, showHints } from './hints.ts';
import { budgets, n8nHost } from '../connection/host.ts';
import { shaped } from '../operations/output.ts';
import { largestPage } from '../operations/properties.ts';
import { askForOne, keyOfPage } from '../operations/redeliverOperation.ts';
import { createReader, type Read } from './reader.ts';
import { isImport, requireImported, type Import } from './requireImported.ts';
import { requireOneBroadcast } from './requireOneBroadcast.ts';
import { createNameResolver } from './resolveNames.ts';
import { readFile, readRequest, type Prepared, type Request } from './request.ts';
import { attemptsAt } from './toolAttempts.ts';
import { withOwnInput } from './toolContext.ts';
import { withKey } from './withKey.ts';

const requestsAtOnce = 5;

/** The outcome of an item. */
type ItemResult =
	| { readonly item: number; readonly output: IDataObject[] }
	| { readonly item: number; readonly failure: unknown };

interface Run {
	readonly node: INode;
	readonly host: Host;
	readonly attempts: Attempts;
	readonly signal: AbortSignal | undefined;
	readonly requests: readonly Prepared[];
	/** The texts to send, by the item. */
	readonly texts: ReadonlyMap<number, Sending>;
	/** The items that the service had already accepted, with the same idempotency key. */
	readonly replays: Set<number>;
	readonly tally: ReturnType<typeof createTally>;
}

/**
 * Runs the chosen operation for every item. It checks the parameters of all items before the first
 * request, so that an invalid item stops a run before a text is sent. One request sends many texts.
 */
export async function executeItems(
	given: IExecuteFunctions,
	actions: readonly Action[],
): Promise<INodeExecutionData[][]> {
	const context = withOwnInput(given);
	const attempts = attemptsAt(context);
	let isOver = false;
	try {
		const output = await runItems(context, actions, attempts);
		isOver = !context.getNode().retryOnFail || !output.some(({ json }) => json.error);
		return [output];
	} catch (error) {
		return [failItems(context, actions, attempts, error)];
	} finally {
		attempts.end(isOver);
	}
}

async function runItems(
	context: IExecuteFunctions,
	actions: readonly Action[],
	attempts: Attempts,
): Promise<INodeExecutionData[]> {
	const count = context.getInputData().length;
	const read = createReader(context);
	const requests: Prepared[] = [];
	for (let item = 0; item < count; item++) {
		const isDone = attempts.done[item] !== undefined;
		requests.push(isDone ? undefined : await prepared(context, attempts, read, actions, item));
	}
	const host = await n8nHost(context, budgets.run);
	const client = createClient(host);
	const resolve = createResolver(client);
	const resolveNames = createNameResolver(context, client);
	await forEachConcurrently(count, requestsAtOnce, async (item) => {
		requests[item] = await withKey(resolve, await resolveNames(requests[item], item));
	});
	const run: Run = {
		node: context.getNode(),
		host,
		attempts,
		signal: context.getExecutionCancelSignal(),
		requests,
		texts: listTexts(requests, attempts),
		replays: new Set(),
		tally: createTally(),
	};

	const results: INodeExecutionData[][] = [];
	const groups = groupItems(requests, run.texts);
	// A group of several items contains only texts, which share a target.
	const toTarget = (index: number) => findTarget(requests[groups[index]![0]!]);
	const performGroup = async (index: number): Promise<void> => {
		const outcomes = await perform(run, groups[index]!);
		// Store all successful results before the first failure ends the attempt.
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
			const { action, key } = request instanceof Error || !request ? {} : request;
			const place = { fields: action?.fields, hasOwnKey: key !== undefined, itemIndex: item };
			const nodeError = toNodeError(context.getNode(), failure, place);
			if (!context.continueOnFail()) throw nodeError;
			results[item] = [errorItem(nodeError, item)];
		}
	};
	await forEachConcurrently(groups.length, requestsAtOnce, performGroup, toTarget);
	showHints(context, run.tally.hints());
	return results.flat();
}

/** Returns the request of an item, or the reason for its absence if the workflow continues on errors. */
async function prepared(
	context: IExecuteFunctions,
	attempts: Attempts,
	read: Read,
	actions: readonly Action[],
	item: number,
): Promise<Request | Error> {
	try {
		const request = readRequest(context, read, actions, item);
		requireOneBroadcast(context, attempts, request, item);
		return await readFile(context, request, item);
	} catch (error) {
		if (!context.continueOnFail()) throw error;
		return error as Error;
	}
}

async function perform(run: Run, items: readonly number[]): Promise<ItemResult[]> {
	try {
		run.signal?.throwIfAborted();
		return items.length > 1
			? await sendTogether(run, items)
			: [{ item: items[0]!, output: await performOne(run, items[0]!) }];
	} catch (failure) {
		return items.map((item) => ({ item, failure }));
	}
}

async function sendTogether(run: Run, items: readonly number[]): Promise<ItemResult[]> {
	const { host, signal, requests, texts, replays } = run;
	const sendings = items.map((item) => texts.get(item)!);
	const results = await sendMany(createClient(host), sendings, {
		onReplay: (index) => replays.add(items[index]!),
		...(signal && { signal }),
	});
	return results.map((result, index) => {
		const item = items[index]!;
		if (result instanceof ApiError) return { item, failure: result };
		return { item, output: [shown(run, requests[item] as Request, item, result)] };
	});
}

async function performOne(run: Run, item: number): Promise<IDataObject[]> {
	const { host, attempts, signal, texts, replays } = run;
	const request = run.requests[item];
	if (request === undefined) return attempts.done[item]!;
	if (request instanceof Error) throw request;
	const { operation, input } = request.action.toCall(request.input);
	const key = texts.get(item)?.key ?? chooseKey(attempts, request, item);
	const ask = (query: Readonly<Record<string, unknown>>) =>
		call(host, operation, query, {
			idempotencyKey: keyOfPage(key, query),
			onReplay: () => replays.add(item),
			...(signal && { signal }),
		});
	if (request.action.returns === 'one') {
		const result = await askForOne(operation, input, ask);
		return [toOne(run, request, item, result as IDataObject | undefined)];
	}
	const readPage = (query: Record<string, unknown>) => ask(query) as Promise<Page<IDataObject>>;
	const found = await listMany(request, input, readPage);
	return found.map((one) => shown(run, request, item, one));
}

/** Returns the output of an operation with one result, or with none. */
function toOne(
	run: Run,
	request: Request,
	item: number,
	result: IDataObject | undefined,
): IDataObject {
	const { action } = request;
	if (result === undefined) return { [action.words.done ?? 'success']: true };
	if (isImport(action)) {
		run.tally.countRows(result as Import);
		requireImported(run.node, result as Import, item);
	}
	return shown(run, request, item, result);
}

/** Reads as many results as the item wants. */
async function listMany(
	{ action, limit }: Request,
	input: Record<string, unknown>,
	readPage: (query: Record<string, unknown>) => Promise<Page<IDataObject>>,
): Promise<readonly IDataObject[]> {
	const query = { ...input, limit: Math.min(limit, largestPage) };
	if (action.returns === 'limited') return (await readPage(query)).data.slice(0, limit);
	const found: IDataObject[] = [];
	const mostEmpty = limit === Infinity ? Infinity : mostEmptyPages;
	for await (const one of paginate(readPage, query, mostEmpty)) if (found.push(one) >= limit) break;
	return found;
}

/** Converts an object of the API to the output of the workflow. */
function shown(
	{ tally, replays }: Run,
	request: Request,
	item: number,
	object: IDataObject | Message,
): IDataObject {
	const { action, key, shape } = request;
	// Without a key of the user, only a retry of the same run repeats a request.
	const already_sent = key !== undefined && replays.has(item);
	if (already_sent) tally.countReplay();
	if (isText(request)) tally.count(object as Message);
	const isSent = action.result === sentSchema;
	return shaped(action.result, isSent ? { ...object, already_sent } : object, shape);
}
