import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { call, paginate, type Host } from '@textloom/shared/client';
import type { Action } from './actions.ts';
import { attemptsOf } from './attempts.ts';
import { toNodeError } from './errors.ts';
import { budgets, n8nHost } from './host.ts';
import { toOutput } from './output.ts';
import { pool } from './pool.ts';
import { requestOf, type Request } from './request.ts';

const requestsAtOnce = 5;
const largestPage = 100;

/**
 * Runs the chosen operation for every item. The parameters of all items are checked before the first
 * request, so that a bad row stops a run before a text is sent.
 */
export async function executeItems(
	context: IExecuteFunctions,
	actions: readonly Action[],
): Promise<INodeExecutionData[][]> {
	const count = context.getInputData().length;
	const attempts = attemptsOf(context);
	const requests = Array.from({ length: count }, (_, item) =>
		attempts.done[item] ? undefined : prepared(context, actions, item),
	);
	const host = await n8nHost(context, budgets.run);
	const signal = context.getExecutionCancelSignal();

	const results = await pool(count, requestsAtOnce, async (item) => {
		const request = requests[item];
		try {
			signal?.throwIfAborted();
			if (request instanceof Error) throw request;
			const output =
				attempts.done[item] ?? (await perform(host, request!, attempts.keyOf(item), signal));
			attempts.done[item] = output;
			return output.map((json) => ({ json, pairedItem: { item } }));
		} catch (error) {
			const operation = request instanceof Error ? undefined : request?.action.operation;
			const nodeError = toNodeError(context.getNode(), error, { operation, itemIndex: item });
			if (!context.continueOnFail()) throw nodeError;
			return [errorItem(nodeError, item)];
		}
	});
	const output = results.flat();
	const again = context.getNode().retryOnFail && output.some(({ json }) => json.error);
	if (!again) attempts.forget();
	return [output];
}

/** The request of an item; or, where the workflow goes on without it, why there is none. */
function prepared(
	context: IExecuteFunctions,
	actions: readonly Action[],
	item: number,
): Request | Error {
	try {
		return requestOf(context, actions, item);
	} catch (error) {
		if (!context.continueOnFail()) throw error;
		return error as Error;
	}
}

async function perform(
	host: Host,
	{ action: { operation, paged }, input, limit }: Request,
	idempotencyKey: string,
	signal: AbortSignal | undefined,
): Promise<IDataObject[]> {
	const options = { idempotencyKey, ...(signal && { signal }) };
	if (!paged) {
		const output = await call(host, operation, input, options);
		return [output === undefined ? { deleted: true } : toOutput(output as IDataObject)];
	}
	const page = (query: Record<string, unknown>) =>
		call(host, operation, query, options) as Promise<Page>;
	const found: IDataObject[] = [];
	for await (const one of paginate(page, { ...input, limit: Math.min(limit, largestPage) })) {
		found.push(toOutput(one));
		if (found.length >= limit) break;
	}
	return found;
}

interface Page {
	readonly data: IDataObject[];
	readonly next_cursor: string | null;
}

/**
 * What an item that failed leaves behind. n8n tells it from a result, and takes it to the error
 * output, by its keys: there may be no others than `error`, `message` and `details`.
 */
function errorItem(nodeError: ReturnType<typeof toNodeError>, item: number): INodeExecutionData {
	const { message, description, context } = nodeError;
	const details = { ...(context.data as object), remedy: description ?? null };
	return { json: { error: message, details }, pairedItem: { item } };
}
