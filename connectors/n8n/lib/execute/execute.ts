import type { IDataObject, IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';
import {
	ApiError,
	splitIntoBatches,
	call,
	createClient,
	paginate,
	sendMany,
	type Host,
	type Page,
} from '@textloom/shared/client';
import { createResolver } from '@textloom/shared/connector/deduplicate';
import { forEachConcurrently } from '@textloom/shared/connector/forEachConcurrently';
import type { Message } from '@textloom/shared/contract';
import type { Action } from '../operations/actions.ts';
import type { Attempts } from './attempts.ts';
import { errorItem } from './errorItem.ts';
import { toNodeError } from '../connection/errors.ts';
import { findTarget } from './findTarget.ts';
import { isText } from './isText.ts';
import { createTally, showHints } from './hints.ts';
import { budgets, n8nHost } from '../connection/host.ts';
import { shaped } from '../operations/output.ts';
import { largestPage } from '../operations/properties.ts';
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
	const run: Run = {
		node: context.getNode(),
		host,
		attempts,
		signal: context.getExecutionCancelSignal(),
		requests,
		tally: createTally(),
	};
	const client = createClient(host);
	const resolve = createResolver(client);
	const resolveNames = createNameResolver(context, client);
	await forEachConcurrently(count, requestsAtOnce, async (item) => {
		requests[item] = await withKey(resolve, await resolveNames(requests[item], item));
	});

	const results: INodeExecutionData[][] = [];
	const groups = groupItems(run);
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

/** Groups the items by request, in the order of the first item of each group. */
function groupItems(run: Run): number[][] {
	const { requests } = run;
	const texts = textsAmong(run, [...requests.keys()]);
	const together = splitIntoBatches(texts).map((batch) => batch.map((index) => texts[index]!.item));
	const alone = requests.flatMap((request, item) => (isText(request) ? [] : [[item]]));
	return [...together, ...alone].sort(([a], [b]) => a! - b!);
}

/** Selects the items that are texts to send. */
const textsAmong = ({ requests, attempts }: Run, items: readonly number[]) =>
	items.flatMap((item) => {
		const request = requests[item];
		return isText(request)
			? [
					{
						item,
						input: request.input,
						key: request.key ?? attempts.deriveKey(item, toContent(request)),
					},
				]
			: [];
	});

/** Returns what an item asks the service for. */
const toContent = ({ action, input }: Request) => [action.resource, action.words.value, input];

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
	const { host, signal, requests } = run;
	const texts = textsAmong(run, items);
	const results = await sendMany(createClient(host), texts, signal && { signal });
	return results.map((result, index) => {
		const item = items[index]!;
		if (result instanceof ApiError) return { item, failure: result };
		return { item, output: [shown(run, requests[item] as Request, result)] };
	});
}

async function performOne(run: Run, item: number): Promise<IDataObject[]> {
	const { host, attempts, signal } = run;
	const request = run.requests[item];
	if (request === undefined) return attempts.done[item]!;
	if (request instanceof Error) throw request;
	const { action, limit, key = attempts.deriveKey(item, toContent(request)) } = request;
	const { operation, input } = action.toCall(request.input);
	const options = { idempotencyKey: key, ...(signal && { signal }) };
	const asked = { ...input, limit: Math.min(limit, largestPage) };
	if (action.returns === 'one') {
		const output = await call(host, operation, input, options);
		if (output === undefined) return [{ [action.words.done ?? 'success']: true }];
		if (isImport(action)) {
			run.tally.countRows(output as Import);
			requireImported(run.node, output as Import, item);
		}
		return [shown(run, request, output as IDataObject)];
	}
	const page = (query: Record<string, unknown>) =>
		call(host, operation, query, options) as Promise<Page<IDataObject>>;
	if (action.returns === 'limited')
		return (await page(asked)).data.map((one) => shown(run, request, one)).slice(0, limit);
	const found: IDataObject[] = [];
	for await (const one of paginate(page, asked)) {
		found.push(shown(run, request, one));
		if (found.length >= limit) break;
	}
	return found;
}

/** Converts an object of the API to the output of the workflow. */
function shown({ tally }: Run, request: Request, object: IDataObject | Message): IDataObject {
	if (isText(request)) tally.count(object as Message);
	return shaped(request.action.result, object, request.shape);
}
