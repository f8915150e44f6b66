import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { deliveryDelays, deliveryJitter } from '@textloom/shared/contract';
import { isDirect } from '../execute/toolContext.ts';
import { createItemError } from './createItemError.ts';
import type { Goal } from './goal.ts';
import { savePending, type Pending } from './pending.ts';

/**
 * Throws if the execution cannot wait. n8n does not let it while a tool is called directly, so nobody
 * would get what it waits for.
 */
export function requireWaitable(context: IExecuteFunctions, { name, awaited }: Goal): void {
	if (!isDirect(context)) return;
	throw createItemError(
		context,
		`As a tool, '${name}' needs an AI Agent of version 3 or later; nothing was sent`,
		{
			description: `Replace the agent with a new 'AI Agent' node. A client of an 'MCP Server Trigger' can use 'Send', but cannot wait for the ${awaited}.`,
		},
	);
}

/** The service makes this many attempts at a delivery before n8n's own time limit. */
const attempts = 6;
/** How long an attempt takes at most, and how much the clocks may differ, in seconds. */
const marginSeconds = 1_200;

/**
 * At its own time limit, n8n continues with stored items and runs no code. So the service reports the
 * end of the wait, and the node asks it for all events. n8n's limit comes later, after the service had
 * time to repeat a delivery that failed. It ends waits whose end the service does not report.
 */
const slackMs =
	deliveryDelays
		.slice(0, attempts - 1)
		.reduce((sum, delay) => sum + delay * (1 + deliveryJitter), marginSeconds) * 1_000;

/**
 * Lets the execution wait.
 *
 * @param atLimit the output if the service does not report the end of the wait
 */
export async function suspend(
	context: IExecuteFunctions,
	pending: Pending,
	atLimit: INodeExecutionData[],
): Promise<void> {
	savePending(context, pending);
	const given = context.getExecuteData();
	given.data.main = [atLimit];
	// To continue, n8n disables the node of this entry. Later entries for the same node share the
	// object, and n8n would pass on their input as if the node had succeeded.
	given.node = { ...given.node };
	await context.putExecutionToWait(new Date(Date.parse(pending.until) + slackMs));
}
