import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';
import type { Message } from '@textloom/shared/contract';

/** Describes the sent message, and the replies that end the wait. */
export interface Question {
	readonly message: Pick<Message, 'id' | 'text' | 'from' | 'to' | 'purpose'>;
	/** Absent if any text counts as a reply. */
	readonly approval?: {
		readonly approve: readonly string[];
		readonly decline: readonly string[];
		/** The text to send once if the reply is unclear. */
		readonly askAgain?: string | undefined;
	};
	/** The time when the wait ends, in RFC 3339. */
	readonly until: string;
}

/**
 * Stores the question with the execution. The parameters cannot be read again when the reply arrives,
 * because expressions might have other values by then.
 */
export function savePendingQuestion(context: IExecuteFunctions, question: Question): void {
	context.getContext('node').question = question;
}

/** Returns the last question of the execution, or undefined if there is none. */
export function loadPendingQuestion(context: IWebhookFunctions): Question | undefined {
	// A webhook can read the context of its node only by an expression, which a brace would end.
	const name = JSON.stringify(context.getNode().name)
		.replaceAll('{', '\\u007b')
		.replaceAll('}', '\\u007d');
	return context.evaluateExpression(`{{ $node[${name}].context.question }}`) as unknown as
		Question | undefined;
}
