import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { hashValue } from '@textloom/shared/connector/deduplicate';
import { loadAttempts, readExecutionId, type Attempts } from './attempts.ts';
import { isTool } from './toolContext.ts';

/** Remembers the calls of a tool in an execution. A digest of the input identifies equal calls. */
interface Calls {
	readonly execution: string;
	/** How many calls have begun. A retry does not count. */
	readonly begun: { [digest: string]: number };
	/** The numbers of the calls that failed and were not repeated since. */
	readonly failed: { [digest: string]: number[] };
}

/** Returns the attempts at this run of the node, or at this call of it as a tool. */
export const attemptsAt = <Result = IDataObject>(context: IExecuteFunctions): Attempts<Result> =>
	isTool(context) ? loadToolAttempts(context) : loadAttempts(context);

/**
 * Returns the attempts at a call of the node as a tool. The run index does not identify a call: it
 * differs for each retry, and parallel calls share it. A call that asks for the same as a failed
 * one repeats it, and has the same key. Any other call is new, because an agent may want to send
 * the same text again.
 */
function loadToolAttempts<Result>(context: IExecuteFunctions): Attempts<Result> {
	const kept = context.getContext('node') as { calls?: Calls };
	kept.calls ??= { execution: readExecutionId(context), begun: {}, failed: {} };
	const { execution, begun, failed } = kept.calls;
	const place = [context.getWorkflow().id, execution, context.getNode().id];
	const done: Attempts<Result>['done'] = {};
	const own = new Map<number, { readonly digest: string; readonly call: number }>();
	const countCall = (itemIndex: number, input: unknown) => {
		const digest = hashValue(input);
		const call = failed[digest]?.pop() ?? (begun[digest] = (begun[digest] ?? 0) + 1);
		own.set(itemIndex, { digest, call });
		return { digest, call };
	};
	return {
		done,
		broadcastsTo: {},
		deriveKey: (itemIndex, input) => {
			const { digest, call } = own.get(itemIndex) ?? countCall(itemIndex, input);
			return hashValue([...place, digest, call]);
		},
		end: (isOver) => {
			for (const [itemIndex, { digest, call }] of own)
				if (!isOver || !done[itemIndex]) (failed[digest] ??= []).push(call);
		},
	};
}
