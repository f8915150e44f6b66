import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';
import type { Message } from '@textloom/shared/contract';

/** What was asked, and what counts as an answer. */
export interface Question {
	readonly message: Pick<Message, 'id' | 'text' | 'from' | 'to' | 'purpose'>;
	/** Absent where any text is an answer. */
	readonly approval?: {
		readonly approve: readonly string[];
		readonly decline: readonly string[];
		/** What is sent once to whoever answers otherwise. */
		readonly askAgain?: string | undefined;
	};
	/** When the wait ends, in RFC 3339. */
	readonly until: string;
}

/**
 * Keeps what was asked with the execution. Its parameters cannot be read again when the reply comes:
 * expressions might give something else by then.
 */
export function savePendingQuestion(context: IExecuteFunctions, question: Question): void {
	context.getContext('node').question = question;
}

/** What the execution has asked last; undefined where it has asked nothing. */
export function loadPendingQuestion(context: IWebhookFunctions): Question | undefined {
	// A webhook gets to the context of its node by an expression alone; a brace would end it.
	const name = JSON.stringify(context.getNode().name)
		.replaceAll('{', '\\u007b')
		.replaceAll('}', '\\u007d');
	return context.evaluateExpression(`{{ $node[${name}].context.question }}`) as unknown as
		Question | undefined;
}
