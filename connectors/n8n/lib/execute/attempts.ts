import { randomUUID } from 'node:crypto';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { hashValue } from '@textloom/shared/connector/deduplicate';
import type { Request } from './request.ts';

/** Holds the state that the attempts at one run of a node share. */
export interface Attempts<Result = IDataObject> {
	/** The results of the finished items. */
	readonly done: { [itemIndex: number]: Result[] | undefined };
	/** The items that ask for a broadcast to each audience, and its time, in their first order. */
	readonly broadcastsTo: { [audience: string]: { item: number; at: number }[] };
	/**
	 * Returns a key for an item. It is the same in every attempt and differs for anything else. A tool
	 * has only the input of the item to recognize a further attempt.
	 */
	readonly deriveKey: (itemIndex: number, input?: unknown) => string;
	/** Ends an attempt, which may have failed. It clears the state if no further attempt will follow. */
	readonly end: (isOver: boolean) => void;
}
interface Memory<Result> {
	readonly run: number;
	/** The resource and the operation. Earlier versions of the node did not store them. */
	readonly action?: string;
	/** The execution of the first attempt, with a name that is unique among all n8n instances. */
	readonly execution: string;
	readonly done: Attempts<Result>['done'];
	readonly broadcastsTo: Attempts['broadcastsTo'];
}

/**
 * "Retry On Fail" and "Retry execution" run a node again with all of its items, including the
 * successful ones. The context of a node outlives an attempt, so a finished item does not run again:
 * no message is sent twice, and no deleted contact is deleted again. The key covers an item whose
 * result an attempt could not store because the response was lost or n8n was stopped.
 */
export function loadAttempts<Result = IDataObject>(context: IExecuteFunctions): Attempts<Result> {
	const run = context.getWorkflowDataProxy(0).$runIndex as number;
	const kept = context.getContext('node') as { attempts?: Memory<Result> };
	const { resource, operation } = context.getNode().parameters;
	const action = JSON.stringify([resource, operation]);
	// Somebody may choose another operation, such as Send instead of Preview, and then retry.
	if (kept.attempts?.run !== run || (kept.attempts.action ?? action) !== action)
		kept.attempts = {
			run,
			action,
			execution: readExecutionId(context),
			done: {},
			broadcastsTo: {},
		};
	const { execution, done, broadcastsTo } = kept.attempts;
	const place = [context.getWorkflow().id, execution, context.getNode().id, run];
	return {
		done,
		broadcastsTo,
		deriveKey: (itemIndex) => hashValue([...place, itemIndex]),
		end: (isOver) => {
			if (isOver) delete kept.attempts;
		},
	};
}

/** Returns the key of the user, or one for what the item asks the service for. */
export const chooseKey = (
	attempts: Attempts,
	{ key, action, input }: Request,
	item: number,
): string => key ?? attempts.deriveKey(item, [action.resource, action.words.value, input]);

/**
 * Every n8n counts its executions from 1, and copies of an instance have the same workflows. The
 * address that resumes an execution distinguishes them, in newer versions of n8n also by a token. The
 * token alone is not enough: all retries of an execution have the same one. If the execution failed
 * before this node, each retry may get new items, and equal texts would be lost.
 */
export function readExecutionId(context: IExecuteFunctions): string {
	if (!context.getExecutionId()) return randomUUID();
	const { resumeUrl } = context.getWorkflowDataProxy(0).$execution as { resumeUrl: string };
	return `${context.getInstanceId()} ${resumeUrl}`;
}
