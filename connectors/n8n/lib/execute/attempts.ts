import { createHash, randomUUID } from 'node:crypto';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

/** What the attempts at one run of a node share. */
export interface Attempts {
	/** The results of the items that are done. */
	readonly done: { [itemIndex: number]: IDataObject[] | undefined };
	/** The same for an item in every attempt, and for nothing else. */
	readonly keyOf: (itemIndex: number) => string;
	/** To be called when no further attempt will follow. */
	readonly forget: () => void;
}
interface Memory {
	readonly run: number;
	/** The execution that the first attempt was part of, as no other n8n knows one. */
	readonly execution: string;
	readonly done: Attempts['done'];
}

/**
 * "Retry On Fail" and "Retry execution" run a node again with all of its items, also with those that
 * went well. The context of a node outlives an attempt, so what is done is not done again: no
 * message is sent twice, and no contact that is gone is deleted. The key covers what an attempt
 * could not write down, because its answer was lost or n8n was stopped.
 */
export function attemptsOf(context: IExecuteFunctions): Attempts {
	const run = context.getWorkflowDataProxy(0).$runIndex as number;
	const kept = context.getContext('node') as { attempts?: Memory };
	if (kept.attempts?.run !== run)
		kept.attempts = { run, execution: executionOf(context), done: {} };
	const { execution, done } = kept.attempts;
	const place = [context.getWorkflow().id, execution, context.getNode().id, run];
	return {
		done,
		keyOf: (itemIndex) =>
			createHash('sha256')
				.update(JSON.stringify([...place, itemIndex]))
				.digest('hex'),
		forget: () => {
			delete kept.attempts;
		},
	};
}

/**
 * Every n8n counts its executions from 1, and copies of one have the same workflows. The address where
 * an execution is resumed tells them apart, in newer versions of n8n by a token of its own.
 */
function executionOf(context: IExecuteFunctions): string {
	if (!context.getExecutionId()) return randomUUID();
	const { resumeUrl } = context.getWorkflowDataProxy(0).$execution as { resumeUrl: string };
	return `${context.getInstanceId()} ${resumeUrl}`;
}
