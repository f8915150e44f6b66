import { randomUUID } from 'node:crypto';
import { sleep } from 'n8n-workflow';
import type { Host, Transport } from '@textloom/shared/client';
import { createRetryAfterGate } from '@textloom/shared/connector/createRetryAfterGate';
import { n8nTransport, type RequestContext } from './transport.ts';

/**
 * Connects the client to n8n. All attempts of one call together take no longer than the budget. While
 * somebody waits in the editor, a run that has not reached the service yet fails sooner.
 */
export async function n8nHost(context: RequestContext, budget: number): Promise<Host> {
	const transport = await n8nTransport(context);
	let isReached = context.getMode?.() !== 'manual';
	const host = createHost(async (request) => {
		const response = await transport(request);
		isReached = true;
		return response;
	}, budget);
	return {
		...host,
		get connectBudget() {
			return isReached ? undefined : budgets.editor;
		},
	};
}

/** Connects the client over any transport. */
export function createHost(transport: Transport, budget: number): Host {
	const clock = {
		sleep: (milliseconds: number, signal?: AbortSignal) => sleep(milliseconds, signal),
		now: () => Date.now(),
		random: () => Math.random(),
		budget,
	};
	return {
		...clock,
		transport: createRetryAfterGate(transport, clock),
		createKey: () => randomUUID(),
	};
}

/**
 * The time for all attempts of a call, in milliseconds: in a run, while someone waits in the editor,
 * and in a hook, which n8n itself repeats.
 */
export const budgets = { run: 60_000, editor: 10_000, hook: 0 } as const;
