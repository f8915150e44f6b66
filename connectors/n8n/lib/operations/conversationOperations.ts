import { contract, operation } from '@textloom/shared/contract';
import type { Call } from './actions.ts';
import { sentSchema } from '@textloom/shared/connector/deduplicate';
import { deduplicationKeys } from './sendOperation.ts';

const { reply, update } = contract.conversation;
const { id } = update.input.properties;
const input = { type: 'object', properties: { id }, required: ['id'] } as const;

/** Extends the reply with a field for deduplication. */
export const replyOperation = operation({
	...reply,
	input: {
		...reply.input,
		properties: { ...reply.input.properties, deduplication_key: deduplicationKeys.message },
	},
	output: sentSchema,
});

/** Splits the update of a conversation in two, because people look for these words. */
export const closeConversation = operation({
	...update,
	summary: 'Close conversation',
	description: 'Closes a conversation; the next text from the person reopens it',
	input,
});
export const reopenConversation = operation({
	...update,
	summary: 'Reopen conversation',
	description: 'Reopens a closed conversation',
	input,
});

export const statusCall =
	(status: 'open' | 'closed') =>
	(input: Call['input']): Call => ({ operation: update, input: { ...input, status } });
