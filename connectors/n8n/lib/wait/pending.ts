import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';
import type { ApprovalWords } from '@textloom/shared/connector/parseDecision';
import type { Message } from '@textloom/shared/contract';
import { toLiteral } from '../execute/mergeFields.ts';
import type { Shape } from '../operations/output.ts';
import type { Failed } from './failures.ts';

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

interface Wait {
	/** Identifies the wait: the ID of the first message. */
	readonly id: string;
	/** The time when the wait ends, in RFC 3339. */
	readonly until: string;
}

/** Describes the questions of all items, which end together. */
export interface Questions extends Wait {
	/** The replies that end the wait. */
	readonly waitFor: 'all' | 'first' | 'firstApproval';
	/** For each item, its question, or its output if the item failed. */
	readonly items: readonly (Question | Failed)[];
}

/** Describes a sent message whose final status ends the wait. */
export interface Tracked {
	/** The message as it was when it was sent. */
	readonly message: Message;
	/** The fields to return. */
	readonly shape: Shape;
	/** The time when the wait ends, in RFC 3339. */
	readonly until: string;
}

/** Describes the messages of all items, which end together. */
export interface Deliveries extends Wait {
	/** For each item, its message, or its output if the item failed. */
	readonly tracked: readonly (Tracked | Failed)[];
}

/** What an execution waits for. */
export type Pending = Questions | Deliveries;

/**
 * Stores what the execution waits for. The parameters cannot be read again when it comes, because
 * expressions might have other values by then.
 */
export function savePending(context: IExecuteFunctions, pending: Pending): void {
	context.getContext('node').question = pending;
}

/** Returns what the execution waits for, or undefined if it has not waited. */
export function loadPending(context: IWebhookFunctions): Pending | undefined {
	// A webhook can read the context of its node only by an expression.
	const name = toLiteral(context.getNode().name);
	const stored: unknown = context.evaluateExpression(`{{ $node[${name}].context.question }}`);
	return stored as Pending | undefined;
}
