import type { IDataObject, IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';
import type { ApprovalWords } from '@textloom/shared/connector/parseDecision';
import type { Message } from '@textloom/shared/contract';
import { toLiteral } from '../execute/mergeFields.ts';

/** Describes the sent message, and the replies that end the wait. */
export interface Question {
	readonly message: Pick<Message, 'id' | 'text' | 'from' | 'to' | 'purpose'>;
	/** Absent if any text counts as a reply. */
	readonly approval?: ApprovalWords & {
		/** The text to send once if the reply is unclear. */
		readonly askAgain?: string | undefined;
		/** Whether the service replaces the merge fields of that text. If absent, it does. */
		readonly mergesAgain?: boolean | undefined;
	};
	/** The time when the wait ends, in RFC 3339. */
	readonly until: string;
}

/** Describes the questions of several items, which end together. */
export interface Questions {
	/** Identifies the wait: the ID of the first message. */
	readonly id: string;
	/** The replies that end the wait. */
	readonly waitFor: 'all' | 'first' | 'firstApproval';
	/** The time when the wait ends, in RFC 3339. */
	readonly until: string;
	/** For each item, its question, or its output if the item failed. */
	readonly items: readonly (Question | { readonly failed: IDataObject })[];
}

/**
 * Stores the question with the execution. The parameters cannot be read again when the reply arrives,
 * because expressions might have other values by then.
 */
export function savePendingQuestion(
	context: IExecuteFunctions,
	question: Question | Questions,
): void {
	context.getContext('node').question = question;
}

/** Returns the last question of the execution, or undefined if there is none. */
export function loadPendingQuestion(context: IWebhookFunctions): Question | Questions | undefined {
	// A webhook can read the context of its node only by an expression.
	const name = toLiteral(context.getNode().name);
	return context.evaluateExpression(`{{ $node[${name}].context.question }}`) as unknown as
		Question | Questions | undefined;
}
