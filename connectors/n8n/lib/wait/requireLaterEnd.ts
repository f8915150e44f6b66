import type { IExecuteFunctions } from 'n8n-workflow';
import { createItemError } from './createItemError.ts';
import { computeEnd, type Limit } from './limitWaitTime.ts';

/** Throws if the wait would be over when the text is sent. */
export function requireLaterEnd(
	context: IExecuteFunctions,
	limit: Limit,
	sendAt: string | undefined,
	item: number,
): void {
	const start = Math.max(Date.now(), Date.parse(sendAt ?? '') || 0);
	const created_at = new Date(start).toISOString();
	if (computeEnd(limit, { send_at: null, created_at }) > start) return;
	const late = sendAt === undefined ? 'in the future' : "after 'Send At'";
	throw createItemError(context, `'Max Date and Time' is not ${late}`, { item });
}
